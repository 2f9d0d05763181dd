/** Whether a file of a git directory does more than git's own programs write there. */
import fs from 'node:fs';
import path from 'node:path';
import { readRegularFile } from '../../main/platform/files/bounded-read.ts';
import { isAllowed } from '../../main/platform/git/allowed-settings.ts';
import { maxConfigBytes, parseGitConfig } from '../../main/platform/git/config-text.ts';
import type { ProtectedFile } from './protected-files.ts';

const maxPointerBytes = 8 * 1024;

/** What cannot be read counts as dangerous. */
export function isDangerous({ path: file, rule, gitDir, stat }: ProtectedFile): boolean {
  if (rule.look === 'name') return true;
  if (!stat.isFile()) return true;
  return rule.look === 'git-settings' ? !isPlainConfig(file) : !isOwnWorktree(file, gitDir ?? '');
}

function isPlainConfig(file: string): boolean {
  const bytes = readOrNull(file, maxConfigBytes);
  const settings = bytes && parseGitConfig(bytes);
  if (!settings) return false;
  return settings.every((setting) => isAllowed(setting, 'editor', { isOwnWorktree: () => false }));
}

/** As `git worktree add` writes it. */
function isOwnWorktree(file: string, gitDir: string): boolean {
  const named = readOrNull(file, maxPointerBytes)?.toString('utf8').trim();
  if (named === undefined || path.basename(path.dirname(gitDir)) !== 'worktrees') return false;
  return path.resolve(gitDir, named) === path.dirname(path.dirname(gitDir));
}

function readOrNull(file: string, maxBytes: number): Buffer | null {
  try {
    return fs.lstatSync(file).isFile() ? readRegularFile(file, maxBytes) : null;
  } catch {
    return null;
  }
}

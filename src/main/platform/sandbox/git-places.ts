/**
 * The repository behind a `.git`, as far as it can be trusted. A `.git` file in a granted folder
 * may have been written by an agent: the folder it names counts only if git itself recorded the
 * way back there.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { GitPlace } from '../../../shared/sandbox/machine-facts.ts';

/** They decide which programs git runs, or where the repository is. */
const guardedNames = ['hooks', 'commondir', 'config.worktree', 'info/attributes', 'gitdir'];

const maxBytes = 4096;

export function gitPlaceAt(dotGit: string): GitPlace | null {
  const stat = fs.lstatSync(dotGit, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    const guarded = existing(dotGit);
    return { path: dotGit, kind: 'folder', gitDir: dotGit, commonDir: dotGit, guarded };
  }
  return stat?.isFile() ? linkedPlace(dotGit) : null;
}

function linkedPlace(dotGit: string): GitPlace {
  const unknown = {
    path: dotGit,
    kind: 'file',
    gitDir: null,
    commonDir: null,
    guarded: [],
  } as const;
  const named = /^gitdir: (.+?)\n?$/.exec(smallText(dotGit) ?? '')?.[1];
  if (named === undefined) return unknown;
  const gitDir = real(path.resolve(path.dirname(dotGit), named));
  if (gitDir === null || !leadsBack(gitDir, dotGit)) return unknown;
  const common = smallText(path.join(gitDir, 'commondir'))?.trim();
  const commonDir = common === undefined ? null : real(path.resolve(gitDir, common));
  if (commonDir === null || path.dirname(gitDir) !== path.join(commonDir, 'worktrees'))
    return unknown;
  return { ...unknown, gitDir, commonDir, guarded: existing(gitDir) };
}

/** Written by git when it creates the worktree, in a folder that the agent was not granted. */
function leadsBack(gitDir: string, dotGit: string): boolean {
  const back = smallText(path.join(gitDir, 'gitdir'))?.trim();
  return back !== undefined && real(path.resolve(gitDir, back)) === real(dotGit);
}

const existing = (folder: string): readonly string[] =>
  guardedNames
    .map((name) => path.join(folder, name))
    .filter((file) => {
      const stat = fs.lstatSync(file, { throwIfNoEntry: false });
      return stat !== undefined && !stat.isSymbolicLink();
    });

function real(file: string): string | null {
  try {
    return fs.realpathSync(file);
  } catch {
    return null;
  }
}

function smallText(file: string): string | undefined {
  try {
    const stat = fs.lstatSync(file);
    return stat.isFile() && stat.size <= maxBytes ? fs.readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Content filters that a repository's own settings name are programs of whoever made the
 * repository, and looking at its state is enough to start them; so is the trailer of a commit,
 * where they name a command for one. What the person's settings name is the person's, and the
 * filters of Git LFS are known.
 */
import { isTrouble, refused, type Trouble } from '../../../shared/outcomes.ts';
import { runGit, type While } from './git-program.ts';

const lfs: ReadonlySet<string> = new Set([
  'git-lfs clean -- %f',
  'git-lfs smudge -- %f',
  'git-lfs smudge --skip -- %f',
  'git-lfs filter-process',
  'git-lfs filter-process --skip',
]);

const ownScopes: ReadonlySet<string> = new Set(['local', 'worktree']);
const programs = String.raw`^(filter\..*\.(clean|smudge|process)|trailer\..*\.(command|cmd))$`;

/** Null when it names none. */
export async function ownPrograms(cwd: string, task: While): Promise<Trouble | null> {
  const args = ['config', '--show-scope', '--null', '--get-regexp', programs];
  const end = await runGit({ cwd, args }, task);
  if (isTrouble(end)) return end;
  // 1 means that there is none; anything else that we do not know.
  if (end.exitCode === 1 && !end.timedOut) return null;
  if (end.exitCode !== 0) return refused('git-refused', 'Its settings cannot be read.');
  const parts = end.stdout.toString('utf8').split('\0');
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [key = '', ...value] = (parts[at + 1] ?? '').split('\n');
    const isOwn = ownScopes.has(parts[at] ?? '') && !lfs.has(value.join('\n'));
    if (isOwn) return refused('repository-runs-programs', `It names one as ${key}.`);
  }
  return null;
}

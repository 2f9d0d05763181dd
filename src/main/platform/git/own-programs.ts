/**
 * Content filters that a repository's own settings name are programs of whoever made the
 * repository, and looking at its state is enough to start them. Filters of the person's settings
 * are the person's, and those of Git LFS are known.
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
const filters = String.raw`^filter\..*\.(clean|smudge|process)$`;

/** Null when it names none. */
export async function ownFilters(cwd: string, task: While): Promise<Trouble | null> {
  const args = ['config', '--show-scope', '--null', '--get-regexp', filters];
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

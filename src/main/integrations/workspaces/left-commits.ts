/**
 * Commits that only git's histories of a worktree lead to (its reflogs), as after a reset or an
 * amended commit. The histories go with the worktree and its branch, so a reference keeps these.
 */
import { isTrouble, refused, type Trouble } from '../../../shared/outcomes.ts';
import { git, type While } from '../../platform/git/git-program.ts';

export interface LeftCommits {
  readonly count: number;
  /** Those from which all the others can be reached. */
  readonly tips: readonly string[];
}

/** `branch` is the one that will go, too. */
export async function leftCommits(
  folder: string,
  branch: string | null,
  task: While,
): Promise<LeftCommits | Trouble> {
  const logs = ['HEAD', ...(branch === null ? [] : [`refs/heads/${branch}`])];
  const walked = await whole(['rev-list', '--walk-reflogs', ...logs, '--'], folder, task);
  if (isTrouble(walked)) return walked;
  const gone = branch === null ? [] : [`--exclude=${branch}`];
  const kept = ['--not', ...gone, '--branches', '--tags', '--remotes'];
  const args = ['rev-list', '--ignore-missing', '--parents', '--stdin', ...kept];
  const found = await whole(args, folder, task, `${walked.join('\n')}\n`);
  if (isTrouble(found)) return found;
  const commits = found.map((line) => line.split(' '));
  const parents = new Set(commits.flatMap(([, ...above]) => above));
  const tips = commits.flatMap(([sha = '']) => (parents.has(sha) ? [] : [sha]));
  return { count: commits.length, tips };
}

async function whole(
  args: readonly string[],
  cwd: string,
  task: While,
  input?: string,
): Promise<readonly string[] | Trouble> {
  const said = await git({ cwd, args, ...(input === undefined ? {} : { input }) }, task);
  if (isTrouble(said)) return said;
  return said.truncated
    ? refused('work-would-be-lost', 'Its history is too long to look at all of it.')
    : said.text.split('\n').filter((line) => line !== '');
}

/** Below it, one reference for each; git takes none of them away by itself. */
export const keptUnder = (name: string): string => `refs/gatehouse/kept/${name}`;

export async function keepCommits(
  { tips }: LeftCommits,
  name: string,
  cwd: string,
  task: While,
): Promise<Trouble | null> {
  if (tips.length === 0) return null;
  const input = tips.map((sha) => `update ${keptUnder(name)}/${sha} ${sha}\n`).join('');
  const said = await git({ cwd, args: ['update-ref', '--no-deref', '--stdin'], input }, task);
  return isTrouble(said) ? said : null;
}

/**
 * Commits that only the reflogs of a worktree reach, for example after a reset or an amended
 * commit. The reflogs are deleted with the worktree and its branch, so these commits get a
 * reference.
 */
import { isError, refused, type ActionError } from '../../../shared/actions/outcomes.ts';
import type { RepositoryPlace } from '../../platform/git/check-repository.ts';
import { git, type GitRunOptions } from '../../platform/git/git-program.ts';

export interface LeftCommits {
  readonly count: number;
  /** The commits from which all others can be reached. */
  readonly tips: readonly string[];
}

/** `branch` is deleted together with it. */
export async function leftCommits(
  place: RepositoryPlace,
  branch: string | null,
  task: GitRunOptions,
): Promise<LeftCommits | ActionError> {
  const logs = ['HEAD', ...(branch === null ? [] : [`refs/heads/${branch}`])];
  const walked = await whole(['rev-list', '--walk-reflogs', ...logs, '--'], place, task);
  if (isError(walked)) return walked;
  const gone = branch === null ? [] : [`--exclude=${branch}`];
  const kept = ['--not', ...gone, '--branches', '--tags', '--remotes'];
  const args = ['rev-list', '--ignore-missing', '--parents', '--stdin', ...kept];
  const found = await whole(args, place, task, `${walked.join('\n')}\n`);
  if (isError(found)) return found;
  const commits = found.map((line) => line.split(' '));
  const parents = new Set(commits.flatMap(([, ...above]) => above));
  const tips = commits.flatMap(([sha = '']) => (parents.has(sha) ? [] : [sha]));
  return { count: commits.length, tips };
}

async function whole(
  args: readonly string[],
  place: RepositoryPlace,
  task: GitRunOptions,
  input?: string,
): Promise<readonly string[] | ActionError> {
  const output = await git({ ...place, args, ...(input === undefined ? {} : { input }) }, task);
  if (isError(output)) return output;
  return output.truncated
    ? refused('work-would-be-lost', 'Its history is too long to check.')
    : output.text.split('\n').filter((line) => line !== '');
}

/** One reference for each is created below it; git never deletes these by itself. */
export const keptUnder = (name: string): string => `refs/gatehouse/kept/${name}`;

export async function keepCommits(
  { tips }: LeftCommits,
  name: string,
  cwd: string,
  task: GitRunOptions,
): Promise<ActionError | null> {
  if (tips.length === 0) return null;
  const input = tips.map((sha) => `update ${keptUnder(name)}/${sha} ${sha}\n`).join('');
  const output = await git({ cwd, args: ['update-ref', '--no-deref', '--stdin'], input }, task);
  return isError(output) ? output : null;
}

/** Reports how much of a path git could restore. Changes nothing. */
import path from 'node:path';
import type { Plan } from '../../shared/actions/plan.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';
import { git } from '../../main/platform/git/git-program.ts';
import { submodulesClosed } from './patches.ts';
import { inRepository, type Repository } from './repository.ts';

export interface GitRecoverability {
  /** Tracked files. */
  readonly tracked: number;
  /** Tracked files that differ from the last commit. */
  readonly changed: number;
  readonly untracked: number;
  readonly ignored: number;
  /** Whether all commits of these files are on a remote, as far as git knows. */
  readonly pushed: boolean;
}

/** The user is waiting for the answer. */
const timeoutMs = 3_000;

export function recoverableByGit(
  file: string,
  task: Task,
): Promise<GitRecoverability | ActionError> {
  return inRepository(path.dirname(file), task, (repository) =>
    recoverabilityIn(repository, file, task),
  );
}

async function recoverabilityIn(
  repository: Repository,
  file: string,
  task: Task,
): Promise<GitRecoverability | ActionError> {
  const below = ['--', path.relative(repository.top, file)];
  const ask = (...args: readonly string[]) =>
    git({ ...repository, args: [...args, ...below], timeoutMs }, task);
  const known = await ask('ls-files', '-z', '--cached');
  if (isError(known)) return known;
  const how = ['--porcelain=v2', '-z', '--no-renames', submodulesClosed];
  const status = await ask('status', ...how, '--untracked-files=all', '--ignored=traditional');
  if (isError(status)) return status;
  const kinds = linesIn(status.text).map((line) => line[0]);
  const count = (...kind: readonly string[]): number =>
    kinds.filter((item) => kind.includes(item ?? '')).length;
  return {
    tracked: linesIn(known.text).length,
    changed: count('1', '2', 'u'),
    untracked: count('?'),
    ignored: count('!'),
    pushed: await isPushed(repository, below, task),
  };
}

const linesIn = (text: string): readonly string[] => text.split('\0').filter((line) => line !== '');

async function isPushed(
  repository: Repository,
  below: readonly string[],
  task: Task,
): Promise<boolean> {
  const remotes = ['for-each-ref', '--count=1', 'refs/remotes'];
  const any = await git({ ...repository, args: remotes, timeoutMs }, task);
  if (isError(any) || any.text === '') return false;
  const args = ['rev-list', '--max-count=1', 'HEAD', '--not', '--remotes', ...below];
  const only = await git({ ...repository, args, timeoutMs }, task);
  return !isError(only) && only.text === '';
}

/** What deleting a branch would lose; null if unknown. */
export async function lostWithBranch(
  repository: Repository,
  name: string,
  task: Task,
): Promise<Pick<Plan, 'recoverability' | 'recoverable'> | null> {
  const branch = `refs/heads/${name}`;
  const others = ['--not', `--exclude=${name}`, '--branches', '--remotes', '--tags'];
  const args = ['rev-list', '--abbrev-commit', branch, ...others];
  const only = await git({ ...repository, args, timeoutMs }, task);
  if (isError(only)) return null;
  const commits = only.text.split('\n').filter((line) => line !== '');
  if (commits.length === 0) {
    const recoverability = 'Every commit of it is also on another branch, tag or remote.';
    return { recoverability, recoverable: true };
  }
  const many = commits.length === 1 ? '1 commit is' : `${commits.length} commits are`;
  const recoverability = `${many} on no other branch, tag or remote. The newest is ${commits[0]}; it can be recovered by that name until git cleans up.`;
  return { recoverability };
}

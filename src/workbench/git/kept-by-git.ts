/** How much of what lies at a path git could give back. Nothing is changed. */
import path from 'node:path';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import { git } from '../../main/platform/git/git-program.ts';
import { inRepository, type Repository } from './repository.ts';

export interface KeptByGit {
  /** Files that git knows. */
  readonly tracked: number;
  /** Those of them that are not as in the last commit. */
  readonly changed: number;
  readonly untracked: number;
  readonly ignored: number;
  /** All commits of these files are on a remote, as far as git knows. */
  readonly pushed: boolean;
}

/** A person waits for the answer. */
const timeoutMs = 3_000;

export function keptByGit(file: string, task: Task): Promise<KeptByGit | Trouble> {
  return inRepository(path.dirname(file), task, (repository) => look(repository, file, task));
}

async function look(
  { cwd, top }: Repository,
  file: string,
  task: Task,
): Promise<KeptByGit | Trouble> {
  const below = ['--', path.relative(top, file)];
  const ask = (...args: readonly string[]) =>
    git({ cwd, args: [...args, ...below], timeoutMs }, task);
  const known = await ask('ls-files', '-z', '--cached');
  if (isTrouble(known)) return known;
  const how = ['--porcelain=v2', '-z', '--no-renames', '--untracked-files=all'];
  const status = await ask('status', ...how, '--ignored=traditional');
  if (isTrouble(status)) return status;
  const kinds = linesIn(status.text).map((line) => line[0]);
  const count = (...kind: readonly string[]): number =>
    kinds.filter((one) => kind.includes(one ?? '')).length;
  return {
    tracked: linesIn(known.text).length,
    changed: count('1', '2', 'u'),
    untracked: count('?'),
    ignored: count('!'),
    pushed: await isPushed(cwd, below, task),
  };
}

const linesIn = (text: string): readonly string[] => text.split('\0').filter((line) => line !== '');

async function isPushed(cwd: string, below: readonly string[], task: Task): Promise<boolean> {
  const remotes = ['for-each-ref', '--count=1', 'refs/remotes'];
  const any = await git({ cwd, args: remotes, timeoutMs }, task);
  if (isTrouble(any) || any.text === '') return false;
  const args = ['rev-list', '--max-count=1', 'HEAD', '--not', '--remotes', ...below];
  const only = await git({ cwd, args, timeoutMs }, task);
  return !isTrouble(only) && only.text === '';
}

/** What deleting a branch would lose; null when that cannot be told. */
export async function lostWithBranch(
  { cwd }: Repository,
  name: string,
  task: Task,
): Promise<string | null> {
  const branch = `refs/heads/${name}`;
  const others = ['--not', `--exclude=${name}`, '--branches', '--remotes', '--tags'];
  const args = ['rev-list', '--abbrev-commit', branch, ...others];
  const only = await git({ cwd, args, timeoutMs }, task);
  if (isTrouble(only)) return null;
  const commits = only.text.split('\n').filter((line) => line !== '');
  if (commits.length === 0) return 'Every commit of it is also on another branch, tag or remote.';
  const many = commits.length === 1 ? '1 commit is' : `${commits.length} commits are`;
  return `${many} on no other branch, tag or remote. Until git clears up, the last can be had back by its name, ${commits[0]}.`;
}

/** Finds work in a workspace that no commit or branch contains. It changes nothing. */
import fs from 'node:fs';
import path from 'node:path';
import { isError, refused, type ActionError } from '../../../shared/actions/outcomes.ts';
import { readSmallText } from '../../platform/files/bounded-read.ts';
import type { RepositoryPlace } from '../../platform/git/check-repository.ts';
import { git, type GitRunOptions } from '../../platform/git/git-program.ts';
import {
  linesIn,
  readWorktreeStatus,
  type WorktreeHead,
  type WorktreeStatus,
  type Worktree,
} from './worktree.ts';

export interface UnsavedWork extends WorktreeStatus {
  readonly head: WorktreeHead;
  /** An unfinished git operation, such as a rebase. */
  readonly underWay: string | null;
  /** The reason of the lock; null if it is not locked. */
  readonly locked: string | null;
  /** It contains other repositories. */
  readonly hasSubmodules: boolean;
  /** Files marked assume-unchanged or skip-worktree, whose changes git does not see. */
  readonly unwatched: readonly string[];
}

const underWay: readonly (readonly [string, string])[] = [
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
  ['BISECT_LOG', 'a bisect'],
  ['sequencer', 'a sequence of commits'],
  ['refs/worktree', 'its own references'],
];

/** `folder` is where the working tree is now, even if git expects it elsewhere. */
export async function findUnsavedWork(
  { gitDir, path: movedFrom }: Pick<Worktree, 'gitDir' | 'path'>,
  folder: string,
  task: GitRunOptions,
): Promise<UnsavedWork | ActionError> {
  const place = { cwd: folder, movedFrom };
  const status = await readWorktreeStatus(place, task, true);
  if (isError(status)) return status;
  const { head } = status;
  if (head === null) return refused('git-refused', 'It has no commit.');
  const unwatched = await unwatchedIn(place, task);
  if (isError(unwatched)) return unwatched;
  return {
    ...status,
    ...{ head, unwatched },
    underWay: underWay.find(([name]) => fs.existsSync(path.join(gitDir, name)))?.[1] ?? null,
    locked: textIn(path.join(gitDir, 'locked')),
    hasSubmodules: namesIn(path.join(gitDir, 'modules')).length > 0,
  };
}

/** With assume-unchanged (a small letter) or skip-worktree (S); those of a sparse checkout are not there. */
async function unwatchedIn(
  place: RepositoryPlace,
  task: GitRunOptions,
): Promise<readonly string[] | ActionError> {
  const output = await git({ ...place, args: ['ls-files', '-v', '-z'] }, task);
  if (isError(output)) return output;
  if (output.truncated) return refused('work-would-be-lost', 'It has too many files to check.');
  return linesIn(output.text)
    .filter((line) => /^[a-zS] /.test(line))
    .map((line) => line.slice(2))
    .filter((name) => mayBeThere(place.cwd, name));
}

/** A name that is not UTF-8 cannot be looked up by its decoded text. */
const mayBeThere = (folder: string, name: string): boolean =>
  name.includes('\uFFFD') ||
  fs.lstatSync(path.join(folder, name), { throwIfNoEntry: false }) !== undefined;

/** Something exists there, whatever it is. */
const textIn = (file: string): string | null =>
  fs.lstatSync(file, { throwIfNoEntry: false }) ? readSmallText(file, 4_096) : null;

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

/** A branch, tag or remote branch at one commit. */
export interface Ref {
  readonly name: string;
  readonly sha: string;
}

/** A reference other than that branch that contains the commit; null if there is none. */
export async function keptBy(
  sha: string,
  { cwd, not }: { readonly cwd: string; readonly not: string | null },
  task: GitRunOptions,
): Promise<Ref | null | ActionError> {
  const format = '--format=%(refname)%00%(objectname)%00%(symref)';
  const places = ['refs/heads', 'refs/tags', 'refs/remotes'];
  const output = await git(
    { cwd, args: ['for-each-ref', format, `--contains=${sha}`, ...places] },
    task,
  );
  if (isError(output)) return output;
  const refs = output.text.split('\n').flatMap((line): readonly Ref[] => {
    const [name = '', at = '', symbolic = ''] = line.split('\0');
    const isOther = name !== '' && symbolic === '' && name !== `refs/heads/${not}`;
    return isOther ? [{ name, sha: at }] : [];
  });
  return refs[0] ?? null;
}

export async function shaOfBranch(
  branch: string,
  cwd: string,
  task: GitRunOptions,
): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}^{commit}`];
  const output = await git({ cwd, args }, task);
  return isError(output) ? null : output.text.trim();
}

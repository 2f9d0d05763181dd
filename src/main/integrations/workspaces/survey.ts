/** What a workspace holds that no commit or branch would keep. Nothing is changed. */
import fs from 'node:fs';
import path from 'node:path';
import { isTrouble, refused, type Trouble } from '../../../shared/outcomes.ts';
import { git, type While } from '../../platform/git/git-program.ts';
import { linesIn, lookAt, type Head, type Look, type Worktree } from './worktree.ts';

export interface Survey extends Look {
  readonly head: Head;
  /** What git waits for, such as a rebase. */
  readonly underWay: string | null;
  /** Why somebody locked it; null when nobody did. */
  readonly locked: string | null;
  /** It has repositories of its own inside. */
  readonly hasSubmodules: boolean;
  /** Files of which git was told to think that they never change. */
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
  ['refs/worktree', 'references of its own'],
];

/** `folder` is where the working tree is now, wherever git thinks it is. */
export async function survey(
  { gitDir }: Pick<Worktree, 'gitDir'>,
  folder: string,
  task: While,
): Promise<Survey | Trouble> {
  const look = await lookAt(folder, task, true);
  if (isTrouble(look)) return look;
  const { head } = look;
  if (head === null) return refused('git-refused', 'It has no commit.');
  const unwatched = await unwatchedIn(folder, task);
  if (isTrouble(unwatched)) return unwatched;
  return {
    ...look,
    ...{ head, unwatched },
    underWay: underWay.find(([name]) => fs.existsSync(path.join(gitDir, name)))?.[1] ?? null,
    locked: textIn(path.join(gitDir, 'locked')),
    hasSubmodules: namesIn(path.join(gitDir, 'modules')).length > 0,
  };
}

/** With assume-unchanged (a small letter) or skip-worktree (S); those of a sparse checkout are not there. */
async function unwatchedIn(folder: string, task: While): Promise<readonly string[] | Trouble> {
  const said = await git({ cwd: folder, args: ['ls-files', '-v', '-z'] }, task);
  if (isTrouble(said)) return said;
  if (said.truncated)
    return refused('work-would-be-lost', 'Git knows too many files in it to look at them all.');
  return linesIn(said.text)
    .filter((line) => /^[a-zS] /.test(line))
    .map((line) => line.slice(2))
    .filter((name) => mayBeThere(folder, name));
}

/** A name that is not UTF-8 cannot be looked up by the text that was made of it. */
const mayBeThere = (folder: string, name: string): boolean =>
  name.includes('\uFFFD') ||
  fs.lstatSync(path.join(folder, name), { throwIfNoEntry: false }) !== undefined;

function textIn(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}

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

/** One of those, other than that branch, from which the commit can be reached; null when there is none. */
export async function keptBy(
  sha: string,
  { cwd, not }: { readonly cwd: string; readonly not: string | null },
  task: While,
): Promise<Ref | null | Trouble> {
  const format = '--format=%(refname)%00%(objectname)%00%(symref)';
  const places = ['refs/heads', 'refs/tags', 'refs/remotes'];
  const said = await git(
    { cwd, args: ['for-each-ref', format, `--contains=${sha}`, ...places] },
    task,
  );
  if (isTrouble(said)) return said;
  const refs = said.text.split('\n').flatMap((line): readonly Ref[] => {
    const [name = '', at = '', symbolic = ''] = line.split('\0');
    const isOther = name !== '' && symbolic === '' && name !== `refs/heads/${not}`;
    return isOther ? [{ name, sha: at }] : [];
  });
  return refs[0] ?? null;
}

export async function shaOfBranch(
  branch: string,
  cwd: string,
  task: While,
): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', `refs/heads/${branch}^{commit}`];
  const said = await git({ cwd, args }, task);
  return isTrouble(said) ? null : said.text.trim();
}

/**
 * Deleting a workspace. First it is looked at, and refused where anything would be lost. Then the
 * folder goes to the trash in one step, and is looked at there once more: what came to it meanwhile
 * brings it back. Only then do git's note of it and, if wanted, its branch go; commits that only
 * its history leads to are given a reference of their own before that.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { isInside } from '../../../shared/inside.ts';
import { isTrouble, refused, type Trouble } from '../../../shared/outcomes.ts';
import { git, type While } from '../../platform/git/git-program.ts';
import { keepCommits, leftCommits, type LeftCommits } from './left-commits.ts';
import type { Made, Project } from './registry.ts';
import { keptBy, shaOfBranch, survey, type Ref, type Survey } from './survey.ts';
import { linkedWorktreeAt, linesIn, worktreeAt, type Worktree } from './worktree.ts';
import { removalSentence, whyInTheWay } from './removal-words.ts';

export interface Target {
  readonly made: Made;
  readonly project: Project;
  readonly keepBranch: boolean;
  /** Other folders that are registered. */
  readonly others: readonly string[];
}

/** Which folder it is, whatever it is called. */
export interface FolderId {
  readonly device: string;
  readonly inode: string;
}

export interface Removal {
  readonly target: Target;
  readonly worktree: Worktree;
  readonly folder: FolderId;
  readonly head: Survey['head'];
  /** The branch to be deleted, and who else keeps its commits; null where it stays. */
  readonly branch: { readonly ref: Ref; readonly keeper: Ref } | null;
  readonly left: LeftCommits;
  /** Of all that it depends on: another one means that it was another deletion. */
  readonly digest: string;
  /** For the person. */
  readonly sentence: string;
}

export async function planRemoval(target: Target, task: While): Promise<Removal | Trouble> {
  const { made, keepBranch } = target;
  const worktree = await ownWorktree(target, task);
  if (isTrouble(worktree)) return worktree;
  const seen = await survey(worktree, made.path, task);
  if (isTrouble(seen)) return seen;
  const listed = await checkouts(target.project.path, task);
  if (isTrouble(listed)) return listed;
  const inTheWay = whyInTheWay(seen) ?? whyNested(target, listed);
  if (inTheWay) return inTheWay;
  const lost = await whyHeadIsLost(target, seen, task);
  if (lost) return lost;
  const branch = keepBranch ? null : await branchToDelete(target, listed, task);
  if (isTrouble(branch)) return branch;
  const left = await leftCommits(made.path, branch ? made.branch : null, task);
  if (isTrouble(left)) return left;
  const folder = folderId(made.path);
  const depends = [made.path, folder, seen.head, branch?.ref ?? null, keepBranch, left.tips];
  return {
    ...{ target, worktree, folder, head: seen.head, branch, left },
    digest: createHash('sha256').update(JSON.stringify(depends)).digest('hex'),
    sentence: removalSentence(seen, made, branch?.keeper ?? null, left.count),
  };
}

/** A worktree of that very project. */
async function ownWorktree({ made, project }: Target, task: While): Promise<Worktree | Trouble> {
  const home = await worktreeAt(project.path, task);
  if (isTrouble(home)) return home;
  const worktree = await linkedWorktreeAt(made.path, task);
  if (isTrouble(worktree)) return worktree;
  return worktree.commonDir === home.commonDir
    ? worktree
    : refused('workspace-not-found', 'It belongs to another repository by now.');
}

/** What somebody else calls a workspace would go with it. */
function whyNested({ made, others }: Target, listed: readonly Checkout[]): Trouble | null {
  const nested = [...others, ...listed.map(({ path }) => path)].find(
    (one) => one !== made.path && isInside(one, made.path),
  );
  return nested === undefined
    ? null
    : refused('work-would-be-lost', `${nested} lies inside of it.`);
}

/** Commits that only the HEAD of this worktree leads to. */
async function whyHeadIsLost(
  { made, project, keepBranch }: Target,
  { head }: Survey,
  task: While,
): Promise<Trouble | null> {
  if (head.branch !== null) return null;
  const not = keepBranch ? null : made.branch;
  const keeper = await keptBy(head.sha, { cwd: project.path, not }, task);
  if (keeper !== null) return isTrouble(keeper) ? keeper : null;
  const sha = head.sha.slice(0, 12);
  return refused('work-would-be-lost', `Its commit ${sha} is on no branch, tag or remote.`);
}

/** Null where it is gone already. */
async function branchToDelete(
  { made: { branch, path }, project }: Target,
  listed: readonly Checkout[],
  task: While,
): Promise<Removal['branch'] | Trouble> {
  const cwd = project.path;
  const sha = await shaOfBranch(branch, cwd, task);
  if (sha === null) return null;
  const elsewhere = listed.find((one) => one.path !== path && one.branch === branch);
  if (elsewhere)
    return refused('work-would-be-lost', `${elsewhere.path} has its branch ${branch} checked out.`);
  const keeper = await keptBy(sha, { cwd, not: branch }, task);
  if (isTrouble(keeper)) return keeper;
  if (keeper) return { ref: { name: `refs/heads/${branch}`, sha }, keeper };
  const many = await countOnlyOn(branch, cwd, task);
  const commits = many === 1 ? '1 commit' : `${many} commits`;
  return refused(
    'work-would-be-lost',
    `${commits} of its branch ${branch} would be on no branch, tag or remote. Keep the branch, or merge it first.`,
  );
}

async function countOnlyOn(branch: string, cwd: string, task: While): Promise<number> {
  const others = ['--not', `--exclude=${branch}`, '--branches', '--tags', '--remotes'];
  const said = await git(
    { cwd, args: ['rev-list', '--count', `refs/heads/${branch}`, ...others] },
    task,
  );
  return isTrouble(said) ? 1 : Number(said.text.trim());
}

interface Checkout {
  readonly path: string;
  readonly branch: string | null;
}

async function checkouts(cwd: string, task: While): Promise<readonly Checkout[] | Trouble> {
  const said = await git({ cwd, args: ['worktree', 'list', '--porcelain', '-z'] }, task);
  if (isTrouble(said)) return said;
  const found: { path: string; branch: string | null }[] = [];
  for (const line of linesIn(said.text)) {
    if (line.startsWith('worktree ')) found.push({ path: line.slice(9), branch: null });
    const last = found.at(-1);
    if (last && line.startsWith('branch refs/heads/')) last.branch = line.slice(18);
  }
  return found;
}

export function folderId(folder: string): FolderId {
  const { dev, ino } = fs.lstatSync(folder, { bigint: true });
  return { device: String(dev), inode: String(ino) };
}

/** The trash, as far as a deletion needs it. */
export interface PutAway {
  put(
    folder: string,
    id: FolderId,
  ): Promise<{ readonly trashId: string; readonly place: string } | Trouble>;
  bringBack(trashId: string): Promise<Trouble | null>;
}

/** Null when it is done. What is refused half-way is as it was before. */
export async function carryOutRemoval(
  removal: Removal,
  trash: PutAway,
  task: While,
): Promise<Trouble | null> {
  const { target } = removal;
  const { path: folder } = target.made;
  const away = await trash.put(folder, removal.folder);
  if (isTrouble(away)) return away;
  const came = await whyBack(removal, away.place, task);
  if (came) {
    const stuck = await trash.bringBack(away.trashId);
    return stuck
      ? refused(came.code, `${came.message} It lies in the trash now: ${stuck.message}`)
      : came;
  }
  const cwd = target.project.path;
  const forgotten = await git({ cwd, args: ['worktree', 'remove', folder] }, task);
  if (isTrouble(forgotten))
    return refused('git-refused', `The folder lies in the trash. ${forgotten.message}`);
  return removal.branch ? deleteBranch(removal.branch, cwd, task) : null;
}

/** Null when nothing came to it, and all that was ever committed in it has a reference. */
async function whyBack(
  { target, worktree, head, branch }: Removal,
  place: string,
  task: While,
): Promise<Trouble | null> {
  const seen = await survey(worktree, place, task);
  const came = isTrouble(seen) ? seen : (whyInTheWay(seen) ?? whyOtherHead(seen, head));
  if (came) return came;
  const { made, project } = target;
  const left = await leftCommits(place, branch ? made.branch : null, task);
  return isTrouble(left) ? left : keepCommits(left, made.name, project.path, task);
}

const whyOtherHead = (seen: Survey, head: Survey['head']): Trouble | null =>
  seen.head.sha === head.sha && seen.head.branch === head.branch
    ? null
    : refused('stale', 'Something was committed or checked out in it meanwhile.');

/** In one step: only if it is where it was, and whoever else keeps its commits still does. */
async function deleteBranch(
  { ref, keeper }: NonNullable<Removal['branch']>,
  cwd: string,
  task: While,
): Promise<Trouble | null> {
  const steps = [`verify ${keeper.name} ${keeper.sha}`, `delete ${ref.name} ${ref.sha}`];
  const input = `${steps.join('\n')}\n`;
  const said = await git({ cwd, args: ['update-ref', '--no-deref', '--stdin'], input }, task);
  if (isTrouble(said)) return refused('git-refused', `The branch stays. ${said.message}`);
  // Its settings, such as which remote it follows; it need not have any.
  await git({ cwd, args: ['config', '--remove-section', `branch.${ref.name.slice(11)}`] }, task);
  return null;
}

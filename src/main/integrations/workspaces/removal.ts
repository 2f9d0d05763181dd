/**
 * Deletes a workspace. It is checked first, and refused if anything would be lost. Then the folder
 * moves to the trash atomically and is checked there again; if something was added meanwhile, it
 * is restored. Only then are git's record of it and, if requested, its branch removed. Commits
 * that only its reflog reaches get a reference before that.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { isInside } from '../../../shared/files/inside.ts';
import { isError, refused, type ActionError } from '../../../shared/actions/outcomes.ts';
import { git, type GitRunOptions } from '../../platform/git/git-program.ts';
import { keepCommits, leftCommits, type LeftCommits } from './unreachable-commits.ts';
import type { CreatedWorktree, Project } from './registry.ts';
import {
  keptBy,
  shaOfBranch,
  findUnsavedWork,
  type Ref,
  type UnsavedWork,
} from './unsaved-work.ts';
import { linkedWorktreeAt, linesIn, worktreeAt, type Worktree } from './worktree.ts';
import { removalSentence, whyInTheWay } from './removal-text.ts';

export interface RemovalTarget {
  readonly made: CreatedWorktree;
  readonly project: Project;
  readonly keepBranch: boolean;
  /** The other registered folders. */
  readonly others: readonly string[];
}

/** Identifies the folder, whatever its name. */
export interface FolderIdentity {
  readonly device: string;
  readonly inode: string;
}

export interface Removal {
  readonly target: RemovalTarget;
  readonly worktree: Worktree;
  readonly folder: FolderIdentity;
  readonly head: UnsavedWork['head'];
  /** The branch to delete and the reference that also contains its commits; null if it stays. */
  readonly branch: { readonly ref: Ref; readonly holder: Ref } | null;
  readonly left: LeftCommits;
  /** Digest of everything the plan depends on. If it differs, the plan has changed. */
  readonly digest: string;
  /** For the user. */
  readonly sentence: string;
}

export async function planRemoval(
  target: RemovalTarget,
  task: GitRunOptions,
): Promise<Removal | ActionError> {
  const { made, keepBranch } = target;
  const worktree = await ownWorktree(target);
  if (isError(worktree)) return worktree;
  const seen = await findUnsavedWork(worktree, made.path, task);
  if (isError(seen)) return seen;
  const listed = await checkouts(target.project.path, task);
  if (isError(listed)) return listed;
  const inTheWay = whyInTheWay(seen) ?? whyNested(target, listed);
  if (inTheWay) return inTheWay;
  const lost = await whyHeadIsLost(target, seen, task);
  if (lost) return lost;
  const branch = keepBranch ? null : await branchToDelete(target, listed, task);
  if (isError(branch)) return branch;
  const left = await leftCommits({ cwd: made.path }, branch ? made.branch : null, task);
  if (isError(left)) return left;
  const folder = folderId(made.path);
  const depends = [made.path, folder, seen.head, branch?.ref ?? null, keepBranch, left.tips];
  return {
    ...{ target, worktree, folder, head: seen.head, branch, left },
    digest: createHash('sha256').update(JSON.stringify(depends)).digest('hex'),
    sentence: removalSentence(seen, made, branch?.holder ?? null, left.count),
  };
}

/** A worktree of this project. */
async function ownWorktree({ made, project }: RemovalTarget): Promise<Worktree | ActionError> {
  const home = await worktreeAt(project.path);
  if (isError(home)) return home;
  const worktree = await linkedWorktreeAt(made.path);
  if (isError(worktree)) return worktree;
  return worktree.commonDir === home.commonDir
    ? worktree
    : refused('workspace-not-found', 'It now belongs to another repository.');
}

/** Another registered workspace inside it would be deleted too. */
function whyNested(
  { made, others }: RemovalTarget,
  listed: readonly Checkout[],
): ActionError | null {
  const nested = [...others, ...listed.map(({ path }) => path)].find(
    (item) => item !== made.path && isInside(item, made.path),
  );
  return nested === undefined ? null : refused('work-would-be-lost', `${nested} is inside it.`);
}

/** Commits reachable only from the HEAD of this worktree. */
async function whyHeadIsLost(
  { made, project, keepBranch }: RemovalTarget,
  { head }: UnsavedWork,
  task: GitRunOptions,
): Promise<ActionError | null> {
  if (head.branch !== null) return null;
  const not = keepBranch ? null : made.branch;
  const holder = await keptBy(head.sha, { cwd: project.path, not }, task);
  if (holder !== null) return isError(holder) ? holder : null;
  const sha = head.sha.slice(0, 12);
  return refused('work-would-be-lost', `Its commit ${sha} is on no branch, tag or remote.`);
}

/** Null if it no longer exists. */
async function branchToDelete(
  { made: { branch, path }, project }: RemovalTarget,
  listed: readonly Checkout[],
  task: GitRunOptions,
): Promise<Removal['branch'] | ActionError> {
  const cwd = project.path;
  const sha = await shaOfBranch(branch, cwd, task);
  if (sha === null) return null;
  const elsewhere = listed.find((item) => item.path !== path && item.branch === branch);
  if (elsewhere)
    return refused('work-would-be-lost', `${elsewhere.path} has its branch ${branch} checked out.`);
  const holder = await keptBy(sha, { cwd, not: branch }, task);
  if (isError(holder)) return holder;
  if (holder) return { ref: { name: `refs/heads/${branch}`, sha }, holder };
  const many = await countOnlyOn(branch, cwd, task);
  const commits = many === 1 ? '1 commit' : `${many} commits`;
  return refused(
    'work-would-be-lost',
    `${commits} of its branch ${branch} would be on no branch, tag or remote. Keep the branch, or merge it first.`,
  );
}

async function countOnlyOn(branch: string, cwd: string, task: GitRunOptions): Promise<number> {
  const others = ['--not', `--exclude=${branch}`, '--branches', '--tags', '--remotes'];
  const output = await git(
    { cwd, args: ['rev-list', '--count', `refs/heads/${branch}`, ...others] },
    task,
  );
  return isError(output) ? 1 : Number(output.text.trim());
}

interface Checkout {
  readonly path: string;
  readonly branch: string | null;
}

async function checkouts(
  cwd: string,
  task: GitRunOptions,
): Promise<readonly Checkout[] | ActionError> {
  const output = await git({ cwd, args: ['worktree', 'list', '--porcelain', '-z'] }, task);
  if (isError(output)) return output;
  const found: { path: string; branch: string | null }[] = [];
  for (const line of linesIn(output.text)) {
    if (line.startsWith('worktree ')) found.push({ path: line.slice(9), branch: null });
    const last = found.at(-1);
    if (last && line.startsWith('branch refs/heads/')) last.branch = line.slice(18);
  }
  return found;
}

export function folderId(folder: string): FolderIdentity {
  const { dev, ino } = fs.lstatSync(folder, { bigint: true });
  return { device: String(dev), inode: String(ino) };
}

/** The functions of the trash that a deletion needs. */
export interface FolderTrash {
  put(
    folder: string,
    id: FolderIdentity,
  ): Promise<{ readonly trashId: string; readonly place: string } | ActionError>;
  bringBack(trashId: string): Promise<ActionError | null>;
}

/** Null when it is done. After a refusal everything is as before. */
export async function carryOutRemoval(
  removal: Removal,
  trash: FolderTrash,
  task: GitRunOptions,
): Promise<ActionError | null> {
  const { target } = removal;
  const { path: folder } = target.made;
  const away = await trash.put(folder, removal.folder);
  if (isError(away)) return away;
  const came = await whyBack(removal, away.place, task);
  if (came) {
    const stuck = await trash.bringBack(away.trashId);
    return stuck
      ? refused(came.code, `${came.message} It lies in the trash now: ${stuck.message}`)
      : came;
  }
  const cwd = target.project.path;
  const forgotten = await git({ cwd, args: ['worktree', 'remove', folder] }, task);
  if (isError(forgotten))
    return refused('git-refused', `The folder is in the trash. ${forgotten.message}`);
  return removal.branch ? deleteBranch(removal.branch, cwd, task) : null;
}

/** Null when nothing was added meanwhile and every commit made in it has a reference. */
async function whyBack(
  { target, worktree, head, branch }: Removal,
  place: string,
  task: GitRunOptions,
): Promise<ActionError | null> {
  const seen = await findUnsavedWork(worktree, place, task);
  const came = isError(seen) ? seen : (whyInTheWay(seen) ?? whyOtherHead(seen, head));
  if (came) return came;
  const { made, project } = target;
  const left = await leftCommits(
    { cwd: place, movedFrom: worktree.path },
    branch ? made.branch : null,
    task,
  );
  return isError(left) ? left : keepCommits(left, made.name, project.path, task);
}

const whyOtherHead = (seen: UnsavedWork, head: UnsavedWork['head']): ActionError | null =>
  seen.head.sha === head.sha && seen.head.branch === head.branch
    ? null
    : refused('stale', 'Something was committed or checked out in it in the meantime.');

/**
 * In one step: only if the branch has not moved and the other reference still contains its commits.
 */
async function deleteBranch(
  { ref, holder }: NonNullable<Removal['branch']>,
  cwd: string,
  task: GitRunOptions,
): Promise<ActionError | null> {
  const steps = [`verify ${holder.name} ${holder.sha}`, `delete ${ref.name} ${ref.sha}`];
  const input = `${steps.join('\n')}\n`;
  const output = await git({ cwd, args: ['update-ref', '--no-deref', '--stdin'], input }, task);
  if (isError(output)) return refused('git-refused', `The branch was kept. ${output.message}`);
  // Its git settings, such as its remote, if there are any.
  await git({ cwd, args: ['config', '--remove-section', `branch.${ref.name.slice(11)}`] }, task);
  return null;
}

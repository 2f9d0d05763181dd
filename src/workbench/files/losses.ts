/** Describes for the user what deleting or replacing a file would lose. */
import fs from 'node:fs';
import type { ActionArgs } from '../../shared/actions/actions.ts';
import type { Plan } from '../../shared/actions/plan.ts';
import { planOfText } from '../basics/plans.ts';
import { readTextFile } from '../basics/text-file.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { isError } from '../confined/errors.ts';
import { recoverableByGit, type GitRecoverability } from '../git/recoverable-by-git.ts';
import type { Task } from '../action-handler.ts';

export async function planDelete({ path }: ActionArgs<'delete_file'>, task: Task): Promise<Plan> {
  const sentence = await gitRecoverability(path, task);
  return lost(`${sentence} It moves to Gatehouse's trash and can be restored from there.`);
}

export async function planOverwrite(
  context: WorkbenchContext,
  { path, content }: ActionArgs<'create_file'>,
  task: Task,
): Promise<Plan> {
  const old = await readTextFile(context, path, task.roots);
  // For a missing or binary file the arguments already show everything.
  return isError(old) ? { truncated: false } : planOfText(path, old.text, content, task);
}

export async function planRenameOver(
  { new_path }: ActionArgs<'rename_file'>,
  task: Task,
): Promise<Plan> {
  const isThere = fs.lstatSync(new_path, { throwIfNoEntry: false }) !== undefined;
  if (!isThere) return { recoverable: true, truncated: false };
  const sentence = await gitRecoverability(new_path, task);
  return lost(`A file with the new name exists. ${sentence} Gatehouse keeps its content.`);
}

const lost = (recoverability: string): Plan => ({
  recoverability,
  recoverable: true,
  truncated: false,
});

/** Git runs in the plan's own sandbox, where it can only read; without one, after the checks that every git run has. */
async function gitRecoverability(path: string, task: Task): Promise<string> {
  const recoverability = await recoverableByGit(path, task);
  if (!isError(recoverability)) return gitSentence(recoverability, isFolder(path));
  return recoverability.code === 'no-repository'
    ? 'It is not in a git repository.'
    : 'Gatehouse could not find out whether git has it.';
}

const isFolder = (path: string): boolean =>
  fs.lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

export function gitSentence(recoverability: GitRecoverability, folder: boolean): string {
  const { tracked, changed, untracked, ignored, pushed } = recoverability;
  const all = tracked + untracked + ignored;
  const only = changed + untracked + ignored;
  const remote = pushed ? 'committed and pushed' : 'committed, but not pushed';
  if (!folder) {
    if (ignored > 0) return 'Git ignores it, so no commit contains it.';
    if (tracked === 0) return 'Git does not track it, so no commit contains it.';
    return changed > 0 ? 'No commit contains its current version.' : `It is ${remote}.`;
  }
  if (all === 0) return 'Git tracks no file in it.';
  if (only === 0) return `All ${all} files in it are ${remote}.`;
  const which = [
    [changed, 'changed'],
    [untracked, 'untracked'],
    [ignored, 'ignored by git'],
  ] as const;
  const counts = which.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return `No commit contains the current version of ${only} of the ${all} files in it: ${counts.join(', ')}.`;
}

/** What deleting or replacing something would lose, in sentences for the person. */
import fs from 'node:fs';
import type { ActionArgs } from '../../shared/actions.ts';
import type { Plan } from '../../shared/plan.ts';
import { planOfText } from '../basics/plans.ts';
import { readTextFile } from '../basics/text-file.ts';
import type { Bench } from '../bench.ts';
import { isTrouble } from '../confined-trouble.ts';
import { keptByGit, type KeptByGit } from '../git/kept-by-git.ts';
import type { Task } from '../hand.ts';

export async function planDelete({ path }: ActionArgs<'delete_file'>, task: Task): Promise<Plan> {
  const held = await heldByGit(path, task);
  return lost(`${held} It goes to the trash of Gatehouse, and can be put back from there.`);
}

export async function planOverwrite(
  bench: Bench,
  { path, content }: ActionArgs<'create_file'>,
  task: Task,
): Promise<Plan> {
  const old = await readTextFile(bench, path, task.roots);
  // What is no text is shown as what takes its place; what is not there, too.
  return isTrouble(old) ? { truncated: false } : planOfText(path, old.text, content, task);
}

export async function planRenameOver(
  { new_path }: ActionArgs<'rename_file'>,
  task: Task,
): Promise<Plan> {
  const isThere = fs.lstatSync(new_path, { throwIfNoEntry: false }) !== undefined;
  if (!isThere) return { truncated: false };
  const held = await heldByGit(new_path, task);
  return lost(`Something stands at the new name. ${held} Gatehouse keeps its content.`);
}

const lost = (recoverability: string): Plan => ({ recoverability, truncated: false });

async function heldByGit(path: string, task: Task): Promise<string> {
  const kept = await keptByGit(path, task);
  if (!isTrouble(kept)) return gitSentence(kept, isFolder(path));
  return kept.code === 'no-repository'
    ? 'It is in no git repository.'
    : 'Whether git holds it could not be told.';
}

const isFolder = (path: string): boolean =>
  fs.lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

export function gitSentence(kept: KeptByGit, folder: boolean): string {
  const { tracked, changed, untracked, ignored, pushed } = kept;
  const all = tracked + untracked + ignored;
  const only = changed + untracked + ignored;
  const remote = pushed ? 'committed and pushed' : 'committed, but not pushed';
  if (!folder) {
    if (ignored > 0) return 'No commit holds it: git ignores it.';
    if (tracked === 0) return 'No commit holds it: git does not know it.';
    return changed > 0 ? 'No commit holds it as it is now.' : `It is ${remote}.`;
  }
  if (all === 0) return 'Git knows no file in it.';
  if (only === 0) return `All ${all} files in it are ${remote}.`;
  const which = [
    [changed, 'changed'],
    [untracked, 'unknown to git'],
    [ignored, 'ignored by git'],
  ] as const;
  const told = which.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return `No commit holds ${only} of the ${all} files in it as they are now: ${told.join(', ')}.`;
}

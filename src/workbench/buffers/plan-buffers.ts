/** What an edit would make of a document, and what closing one would throw away. */
import type { ActionArgs } from '../../shared/actions.ts';
import { refused } from '../../shared/outcomes.ts';
import type { Plan } from '../../shared/plan.ts';
import { digestOf, hunksOf, planOfText } from '../basics/plans.ts';
import { readTextFile } from '../basics/text-file.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Desk } from '../desk.ts';
import type { Task } from '../hand.ts';
import { applyEdits, inLineEndingOf } from './text-edits.ts';

type EditArgs = ActionArgs<'edit_buffer'>;

export const changedBy = ({ edits, content }: EditArgs, text: string): string | Trouble =>
  edits ? applyEdits(text, edits) : inLineEndingOf(content ?? '', text);

export const digestOfEdit = (path: string, before: string, after: string): string =>
  digestOf([path, before, after]);

export async function planEdit(desk: Desk, args: EditArgs, task: Task): Promise<Plan | Trouble> {
  const { path } = args;
  const before = await textNow(desk, path, task);
  if (typeof before !== 'string') return before;
  const after = changedBy(args, before);
  if (typeof after !== 'string') return after;
  const digest = digestOfEdit(path, before, after);
  return { ...planOfText(path, before, after, task), digest };
}

/** As an editor would show it; nothing is opened for it. */
async function textNow(desk: Desk, path: string, task: Task): Promise<string | Trouble> {
  const unsaved = desk.documents.unsavedText(path);
  if (unsaved !== null) return unsaved;
  const file = await readTextFile(desk, path, task.roots);
  return isTrouble(file) ? file : file.text;
}

export async function planClose(
  desk: Desk,
  { path }: ActionArgs<'close_buffer'>,
  task: Task,
): Promise<Plan | Trouble> {
  const isOpen = desk.documents.list(task).some((one) => one.path === path);
  if (!isOpen) return refused('not-open');
  const unsaved = desk.documents.unsavedText(path);
  if (unsaved === null) return lost('It has no unsaved changes.');
  const file = await readTextFile(desk, path, task.roots);
  const lines = hunksOf(isTrouble(file) ? '' : file.text, unsaved).split('\n');
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return lost(
    `No file holds its unsaved changes (lines added: ${count('+')}, removed: ${count('-')}). Gatehouse keeps the text.`,
  );
}

const lost = (recoverability: string): Plan => ({ recoverability, truncated: false });

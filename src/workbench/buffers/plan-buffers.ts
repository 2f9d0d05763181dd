/** Plans an edit of a document, and what closing one would discard. */
import type { ActionArgs } from '../../shared/actions/actions.ts';
import { refused } from '../../shared/actions/outcomes.ts';
import type { Plan } from '../../shared/actions/plan.ts';
import { digestOf, hunksOf, planOfText } from '../basics/plans.ts';
import { readTextFile } from '../basics/text-file.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { EditorContext } from '../editor-context.ts';
import type { Task } from '../action-handler.ts';
import { applyEdits, inLineEndingOf } from './text-edits.ts';

type EditArgs = ActionArgs<'edit_buffer'>;

export const changedBy = ({ edits, content }: EditArgs, text: string): string | ActionError =>
  edits ? applyEdits(text, edits) : inLineEndingOf(content ?? '', text);

export const digestOfEdit = (path: string, before: string, after: string): string =>
  digestOf([path, before, after]);

export async function planEdit(
  editor: EditorContext,
  args: EditArgs,
  task: Task,
): Promise<Plan | ActionError> {
  const { path } = args;
  const before = await textNow(editor, path, task);
  if (typeof before !== 'string') return before;
  const after = changedBy(args, before);
  if (typeof after !== 'string') return after;
  const digest = digestOfEdit(path, before, after);
  return { ...planOfText(path, before, after, task), digest };
}

/** The text an editor would show, without opening the document. */
async function textNow(
  editor: EditorContext,
  path: string,
  task: Task,
): Promise<string | ActionError> {
  const unsaved = editor.documents.unsavedText(path);
  if (unsaved !== null) return unsaved;
  const file = await readTextFile(editor, path, task.roots);
  return isError(file) ? file : file.text;
}

export async function planClose(
  editor: EditorContext,
  { path }: ActionArgs<'close_buffer'>,
  task: Task,
): Promise<Plan | ActionError> {
  const isOpen = editor.documents.list(task).some((one) => one.path === path);
  if (!isOpen) return refused('not-open');
  const unsaved = editor.documents.unsavedText(path);
  if (unsaved === null) return lost('It has no unsaved changes.');
  const file = await readTextFile(editor, path, task.roots);
  const lines = hunksOf(isError(file) ? '' : file.text, unsaved).split('\n');
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  return lost(
    `No file holds its unsaved changes (lines added: ${count('+')}, removed: ${count('-')}). Gatehouse keeps the text.`,
  );
}

const lost = (recoverability: string): Plan => ({ recoverability, truncated: false });

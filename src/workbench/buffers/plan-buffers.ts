/** Plans an edit of a document, and what closing one would discard. */
import type { ActionArgs } from '../../shared/actions/actions.ts';
import { refused } from '../../shared/actions/outcomes.ts';
import type { Plan } from '../../shared/actions/plan.ts';
import { applySpans } from '../../shared/editing/text-spans.ts';
import { digestOf, hunksOf, planOfText } from '../basics/plans.ts';
import { readTextFile } from '../basics/text-file.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { EditorContext } from '../editor-context.ts';
import type { Task } from '../action-handler.ts';
import { spansNow } from './merge-edit.ts';

export const digestOfEdit = (path: string, before: string, after: string): string =>
  digestOf([path, before, after]);

export async function planEdit(
  editor: EditorContext,
  args: ActionArgs<'edit_buffer'>,
  task: Task,
): Promise<Plan | ActionError> {
  const { path } = args;
  const shared = await editor.documents.look(path, task);
  if (isError(shared)) return shared;
  const spans = spansNow(shared, args, task);
  if (isError(spans)) return spans;
  const { text: before } = shared;
  const after = applySpans(before, spans);
  const digest = digestOfEdit(path, before, after);
  return { ...planOfText(path, before, after, task), digest };
}

export async function planClose(
  editor: EditorContext,
  { path }: ActionArgs<'close_buffer'>,
  task: Task,
): Promise<Plan | ActionError> {
  const isOpen = editor.documents.list(task).some((item) => item.path === path);
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

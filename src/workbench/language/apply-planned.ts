import { done, type Outcome } from '../../shared/actions/outcomes.ts';
import { diffOf } from '../basics/diff-text.ts';
import { applyChanges, changesOf } from '../basics/planned-changes.ts';
import { isError } from '../confined/errors.ts';
import type { EditorContext } from '../editor-context.ts';
import type { Task } from '../action-handler.ts';
import type { PlannedEdit } from './lsp-edits.ts';

interface WireFile {
  readonly path: string;
  readonly diff: string;
}

/** Applies all changes or none; the result has a diff for each file. */
export async function applyPlanned(
  editor: EditorContext,
  planned: readonly PlannedEdit[],
  task: Task,
  resultOf: (files: readonly WireFile[], truncated: boolean) => Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  const written = await applyChanges(editor, planned, task);
  if (isError(written)) return written;
  let remaining = task.resultBytes / 2;
  const all = planned.map(({ path, old, text }) => ({ path, diff: diffOf(path, old.text, text) }));
  const files = all.filter(({ diff }) => (remaining -= diff.length + 200) >= 0);
  return done(resultOf(files, files.length < all.length), changesOf(written));
}

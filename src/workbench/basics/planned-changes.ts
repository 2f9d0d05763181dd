/** Applies planned text changes to several files: all of them or none. */
import { setImmediate } from 'node:timers/promises';
import type { FileChange } from '../../shared/files/file-change.ts';
import { failed } from '../../shared/actions/outcomes.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';
import { digestOfChanges, checkPlan, type PlannedTextChange } from './plans.ts';
import { replaceText, type WrittenText } from './text-file.ts';

/** If one file fails, files already changed are restored. */
export async function applyChanges(
  context: WorkbenchContext,
  planned: readonly PlannedTextChange[],
  task: Task,
): Promise<readonly WrittenText[] | ActionError> {
  const stale = checkPlan(digestOfChanges(planned), task);
  if (stale) return stale;
  const { roots } = task;
  const written: (WrittenText & { readonly planned: PlannedTextChange })[] = [];
  for (const item of planned) {
    // Yield between files so that a cancellation can arrive.
    await setImmediate();
    const result = task.signal.aborted
      ? failed('ask-withdrawn')
      : await replaceText(context, item.path, roots, item.old, item.text);
    if (isError(result)) {
      const left = await putBack(context, written, roots);
      return left.length === 0 ? result : halfDone(result, left);
    }
    written.push({ ...result, planned: item });
  }
  for (const { change } of written) context.emit('file_saved', { path: change.path });
  return written.map(({ change, version, seen }) => ({ change, version, seen }));
}

export const changesOf = (written: readonly WrittenText[]): readonly FileChange[] =>
  written.map(({ change }) => change);

async function putBack(
  context: WorkbenchContext,
  written: readonly (WrittenText & { readonly planned: PlannedTextChange })[],
  roots: Task['roots'],
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const { planned, seen } of written) {
    const bytes = Buffer.from(planned.text);
    const undone = await replaceText(
      context,
      planned.path,
      roots,
      { bytes, seen },
      planned.old.text,
    );
    if (isError(undone)) left.push(planned.path);
  }
  return left;
}

const halfDone = (error: ActionError, left: readonly string[]): ActionError =>
  failed(
    'action-failed',
    `${error.message} These were changed already and could not be put back: ${left.join(', ')}.`,
  );

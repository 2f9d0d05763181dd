/** What would change in which text files, before anything does; then all of it, or nothing. */
import type { FileChange } from '../../shared/file-change.ts';
import { failed } from '../../shared/outcomes.ts';
import type { Bench } from '../bench.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import { digestOfChanges, unlikePlanned, type PlannedChange } from './plans.ts';
import { replaceText, type Written } from './text-file.ts';

/** Files that were changed already are put back when a later one cannot be. */
export async function applyChanges(
  bench: Bench,
  planned: readonly PlannedChange[],
  task: Task,
): Promise<readonly Written[] | Trouble> {
  const unlike = unlikePlanned(digestOfChanges(planned), task);
  if (unlike) return unlike;
  const { roots } = task;
  const written: (Written & { readonly planned: PlannedChange })[] = [];
  for (const one of planned) {
    const result = await replaceText(bench, one.path, roots, one.old, one.text);
    if (isTrouble(result)) {
      const left = await putBack(bench, written, roots);
      return left.length === 0 ? result : halfDone(result, left);
    }
    written.push({ ...result, planned: one });
  }
  for (const { change } of written) bench.tell('file_saved', { path: change.path });
  return written.map(({ change, version, seen }) => ({ change, version, seen }));
}

export const changesOf = (written: readonly Written[]): readonly FileChange[] =>
  written.map(({ change }) => change);

async function putBack(
  bench: Bench,
  written: readonly (Written & { readonly planned: PlannedChange })[],
  roots: Task['roots'],
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const { planned, seen } of written) {
    const bytes = Buffer.from(planned.text);
    const undone = await replaceText(bench, planned.path, roots, { bytes, seen }, planned.old.text);
    if (isTrouble(undone)) left.push(planned.path);
  }
  return left;
}

const halfDone = (trouble: Trouble, left: readonly string[]): Trouble =>
  failed(
    'action-failed',
    `${trouble.message} These were changed already and could not be put back: ${left.join(', ')}.`,
  );

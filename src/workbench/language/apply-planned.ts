import { done, type Outcome } from '../../shared/outcomes.ts';
import { diffOf } from '../basics/diff-text.ts';
import { applyChanges, changesOf } from '../basics/planned-changes.ts';
import { isTrouble } from '../confined-trouble.ts';
import type { Desk } from '../desk.ts';
import type { Task } from '../hand.ts';
import type { PlannedEdit } from './lsp-edits.ts';

interface ToldFile {
  readonly path: string;
  readonly diff: string;
}

/** All of it or nothing, told by a diff for each file. */
export async function applyPlanned(
  desk: Desk,
  planned: readonly PlannedEdit[],
  task: Task,
  tell: (files: readonly ToldFile[], truncated: boolean) => Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  const written = await applyChanges(desk, planned, task);
  if (isTrouble(written)) return written;
  let room = task.resultBytes / 2;
  const all = planned.map(({ path, old, text }) => ({ path, diff: diffOf(path, old.text, text) }));
  const files = all.filter(({ diff }) => (room -= diff.length + 200) >= 0);
  return done(tell(files, files.length < all.length), changesOf(written));
}

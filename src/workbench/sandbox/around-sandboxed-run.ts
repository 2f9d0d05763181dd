/** Every sandboxed program of a call runs through here: between two checkpoints, and watched. */
import type { Outcome } from '../../shared/actions/outcomes.ts';
import type { HeldBackFile } from '../../shared/sandbox/run-record.ts';
import type { Task } from '../action-handler.ts';
import type { WorkbenchContext } from '../workbench-context.ts';

/** Ends when the program has ended and what it may not leave behind is set aside. */
export async function aroundSandboxedRun(
  { runs }: Pick<WorkbenchContext, 'runs'>,
  task: Task,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  if (!runs?.isFor(task)) return run();
  const opened = await runs.open(task);
  let outcome: Outcome;
  try {
    outcome = await run();
  } catch (error) {
    await opened.close();
    throw error;
  }
  const { changes, record, texts } = await opened.close();
  if (outcome.kind !== 'done') return outcome;
  const all = [...(outcome.changes ?? []), ...changes];
  const data = { ...outcome.data, ...heldBackIn(record.held_back) };
  return { ...outcome, data, ...(all.length > 0 ? { changes: all } : {}), run: record, texts };
}

/** For the agent, so that it does not wonder where the file is. */
const heldBackIn = (files: readonly HeldBackFile[]) =>
  files.length === 0 ? {} : { held_back: files.map(({ path, effect }) => ({ path, why: effect })) };

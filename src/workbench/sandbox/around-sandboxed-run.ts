/** Every sandboxed program of a call runs through here: between two checkpoints, and watched. */
import { isError, refused, type Outcome, type Refused } from '../../shared/actions/outcomes.ts';
import type { HeldBackFile } from '../../shared/sandbox/run-record.ts';
import type { Task } from '../action-handler.ts';
import type { WorkbenchContext } from '../workbench-context.ts';

/** Ends when the program has ended and what it may not leave behind is set aside. */
export async function aroundSandboxedRun(
  { runs, runEnded }: Pick<WorkbenchContext, 'runs' | 'runEnded'>,
  task: Task,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  if (!runs?.isFor(task)) return whyUnrecorded(task) ?? run();
  const opened = await runs.open(task);
  if (isError(opened)) return opened;
  let outcome: Outcome;
  try {
    outcome = await run();
  } catch (error) {
    await opened.close();
    throw error;
  }
  const effects = await opened.close();
  const { changes, record, texts } = effects;
  if (outcome.kind !== 'done') {
    // Nobody waits for its result, but what was set aside is recorded and asked about.
    if (record.held_back.length > 0) runEnded?.(task, effects);
    return outcome;
  }
  const all = [...(outcome.changes ?? []), ...changes];
  const data = { ...outcome.data, ...heldBackIn(record.held_back) };
  return { ...outcome, data, ...(all.length > 0 ? { changes: all } : {}), run: record, texts };
}

/** Refuses to start if no checkpoints are made. */
export const whyUnrecorded = ({ sandbox }: Pick<Task, 'sandbox'>): Refused | null =>
  sandbox?.needsCheckpoint ? refused('no-checkpoint') : null;

/** For the agent, so that it does not wonder where the file is. */
const heldBackIn = (files: readonly HeldBackFile[]) =>
  files.length === 0 ? {} : { held_back: files.map(({ path, effect }) => ({ path, why: effect })) };

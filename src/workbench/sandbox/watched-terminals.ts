/**
 * Terminals go on after the call that opened them: their folders are watched all the time, and what
 * they left behind is told with the first look at their output after their end.
 */
import { isError, type Done, type Outcome } from '../../shared/actions/outcomes.ts';
import type { Disposable } from '../../shared/base/disposable.ts';
import type { Task } from '../action-handler.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { whyUnrecorded } from './around-sandboxed-run.ts';
import type { OpenRun } from './run-tracking.ts';

interface WatchedTerminal {
  readonly task: Pick<Task, 'sessionId' | 'entryId' | 'agentId'>;
  readonly run: OpenRun;
}

export class WatchedTerminals implements Disposable {
  readonly #context: Pick<WorkbenchContext, 'runs' | 'runEnded'>;
  readonly #open = new Map<string, WatchedTerminal>();

  constructor(context: Pick<WorkbenchContext, 'runs' | 'runEnded'>) {
    this.#context = context;
  }

  /** Makes the checkpoint before the terminal is opened. */
  async around(task: Task, open: () => Promise<Outcome>): Promise<Outcome> {
    const { runs } = this.#context;
    if (!runs?.isFor(task)) return whyUnrecorded(task) ?? open();
    const run = await runs.open(task);
    if (isError(run)) return run;
    let outcome: Outcome;
    try {
      outcome = await open();
    } catch (error) {
      await run.close();
      throw error;
    }
    if (outcome.kind !== 'done') {
      await run.close();
      return outcome;
    }
    const id = String(outcome.data['terminal_id']);
    this.#open.set(id, { task, run });
    return outcome;
  }

  /** Whether it is a terminal of that session in its sandbox, with a checkpoint from before. */
  has(id: string, { sessionId }: Pick<Task, 'sessionId'>): boolean {
    return this.#open.get(id)?.task.sessionId === sessionId;
  }

  /** It has ended; its file changes are reported once. */
  async ended(id: string, outcome: Done): Promise<Outcome> {
    const watched = this.#open.get(id);
    if (!watched) return outcome;
    this.#open.delete(id);
    const { changes, record, texts } = await watched.run.close();
    return { ...outcome, ...(changes.length > 0 ? { changes } : {}), run: record, texts };
  }

  /** Nobody reads its output any more, so its file changes are sent separately. */
  async endSession(sessionId: string): Promise<void> {
    for (const [id, watched] of this.#open) {
      const { task, run } = watched;
      if (task.sessionId !== sessionId) continue;
      this.#open.delete(id);
      this.#context.runEnded?.(task, await run.close());
    }
  }

  async dispose(): Promise<void> {
    const all = [...this.#open.values()];
    this.#open.clear();
    const closing = all.map(async ({ task, run }) =>
      this.#context.runEnded?.(task, await run.close()),
    );
    await Promise.all(closing);
  }
}

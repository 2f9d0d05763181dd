/**
 * Terminals go on after the call that opened them: their folders are watched all the time, and what
 * they left behind is told with the first look at their output after their end.
 */
import type { Done, Outcome } from '../../shared/actions/outcomes.ts';
import type { Disposable } from '../../shared/base/disposable.ts';
import type { Task } from '../action-handler.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import type { OpenRun } from './around-runs.ts';

interface WatchedTerminal {
  readonly sessionId: string;
  readonly run: OpenRun;
}

export class WatchedTerminals implements Disposable {
  readonly #context: Pick<WorkbenchContext, 'runs'>;
  readonly #open = new Map<string, WatchedTerminal>();

  constructor(context: Pick<WorkbenchContext, 'runs'>) {
    this.#context = context;
  }

  /** Makes the checkpoint before the terminal is opened. */
  async around(task: Task, open: () => Promise<Outcome>): Promise<Outcome> {
    const { runs } = this.#context;
    if (!runs?.isFor(task)) return open();
    const run = await runs.open(task);
    const outcome = await open();
    if (outcome.kind !== 'done') {
      await run.close();
      return outcome;
    }
    const id = String(outcome.data['terminal_id']);
    this.#open.set(id, { sessionId: task.sessionId, run });
    return outcome;
  }

  /** It has ended; what it did to files is told once. */
  async ended(id: string, outcome: Done): Promise<Outcome> {
    const watched = this.#open.get(id);
    if (!watched) return outcome;
    this.#open.delete(id);
    const { changes, record, texts } = await watched.run.close();
    return { ...outcome, ...(changes.length > 0 ? { changes } : {}), run: record, texts };
  }

  async endSession(sessionId: string): Promise<void> {
    for (const [id, watched] of this.#open) {
      if (watched.sessionId !== sessionId) continue;
      this.#open.delete(id);
      await watched.run.close();
    }
  }

  async dispose(): Promise<void> {
    const all = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(all.map(({ run }) => run.close()));
  }
}

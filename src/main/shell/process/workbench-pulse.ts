/**
 * Asks the workbench every few seconds whether it still answers, and says when it does not. Time in
 * which this process itself did not run (sleep, a stopped process, a busy machine) does not count.
 */
import type { Disposable } from '../../../shared/base/disposable.ts';

interface Deps {
  readonly ping: (number: number) => void;
  readonly onDead: (silentMs: number) => void;
  readonly now?: () => number;
}

export const pingEveryMs = 5_000;
/** So many unanswered pings in a row; a workbench that has just been started may need longer. */
const maxUnanswered = 3;
const maxUnansweredAtStart = 9;
/** A tick so late means that we did not run either. */
const lateTickMs = 2 * pingEveryMs;

export class WorkbenchPulse implements Disposable {
  readonly #deps: Deps;
  readonly #now: () => number;
  readonly #timer: NodeJS.Timeout;
  #sent = 0;
  #answered = 0;
  #lastTick: number;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#now = deps.now ?? (() => performance.now());
    this.#lastTick = this.#now();
    this.#timer = setInterval(() => this.#tick(), pingEveryMs);
  }

  answered(number: number): void {
    this.#answered = Math.max(this.#answered, number);
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    const now = this.#now();
    const wasAway = now - this.#lastTick > lateTickMs;
    this.#lastTick = now;
    const isNew = this.#answered === 0;
    // Pings from before we were away count as answered: both sides may have been stopped.
    if (wasAway && !isNew) this.#answered = this.#sent;
    const unanswered = this.#sent - this.#answered;
    if (unanswered >= (isNew ? maxUnansweredAtStart : maxUnanswered)) {
      this.dispose();
      return this.#deps.onDead(unanswered * pingEveryMs);
    }
    this.#sent += 1;
    this.#deps.ping(this.#sent);
  }
}

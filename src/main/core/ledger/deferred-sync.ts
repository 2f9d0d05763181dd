/** Syncs records that need not be durable immediately a few milliseconds later, many at once. */
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Clock } from '../dependencies.ts';

/** Short, so that lines are durable within ten milliseconds. */
const syncDelayMs = 5;

export class DeferredSync {
  readonly #clock: Clock;
  readonly #run: () => void;
  #armed: Disposable | null = null;
  #at = Infinity;

  constructor(clock: Clock, run: () => void) {
    this.#clock = clock;
    this.#run = run;
  }

  /** Checked by the clock, because timers do not fire while callers keep the event loop busy. */
  get isOver(): boolean {
    return this.#armed !== null && this.#clock.monotonic() >= this.#at;
  }

  arm(): void {
    if (this.#armed) return;
    this.#at = this.#clock.monotonic() + syncDelayMs;
    this.#armed = this.#clock.after(syncDelayMs, this.#run);
  }

  disarm(): void {
    void this.#armed?.dispose();
    this.#armed = null;
  }
}

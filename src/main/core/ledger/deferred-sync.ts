/** What need not be synced at once is after a while. */
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Clock } from '../dependencies.ts';

/** So that it is over well within ten milliseconds. */
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

  /** By the clock: a timer does not come while callers leave the loop no turn. */
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

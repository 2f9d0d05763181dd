/** Time that moves only when a test says so, on both clocks. */
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../src/main/core/dependencies.ts';
import { toDisposable, type Disposable } from '../../src/shared/base/disposable.ts';

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

export class FakeClock implements Clock {
  #wallClock: number;
  #monotonic = 1_000;
  readonly #timers = new Map<Timer, Disposable>();

  constructor(wallClock = Date.UTC(2030, 0, 1, 12)) {
    this.#wallClock = wallClock;
  }

  readonly now = (): number => this.#wallClock;
  readonly monotonic = (): number => this.#monotonic;

  /** How many timers are armed. */
  get armed(): number {
    return this.#timers.size;
  }

  after(ms: number, run: () => void): Disposable {
    const timer = { due: this.#monotonic + ms, run };
    const disposable = toDisposable(() => void this.#timers.delete(timer));
    this.#timers.set(timer, disposable);
    return disposable;
  }

  /** Moves both clocks; timers run in order, each at its moment, and what they start gets its turn. */
  async advance(ms: number): Promise<void> {
    await turn();
    const end = this.#monotonic + ms;
    for (let next = this.#nextBy(end); next; next = this.#nextBy(end)) {
      this.#moveTo(Math.max(next.due, this.#monotonic));
      void this.#timers.get(next)?.dispose();
      next.run();
      await turn();
    }
    this.#moveTo(end);
    await turn();
  }

  /** Both clocks go on, but no timer fires: a process that was stopped, or is busy. */
  skip(ms: number): void {
    this.#moveTo(this.#monotonic + ms);
  }

  /** Somebody sets the wall clock; nothing else moves, and no timer fires. */
  jumpWallClock(ms: number): void {
    this.#wallClock += ms;
  }

  #nextBy(end: number): Timer | undefined {
    const due = [...this.#timers.keys()].filter((timer) => timer.due <= end);
    return due.toSorted((one, other) => one.due - other.due)[0];
  }

  #moveTo(moment: number): void {
    this.#wallClock += moment - this.#monotonic;
    this.#monotonic = moment;
  }
}

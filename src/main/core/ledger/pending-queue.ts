/** Records waiting to be written: how they are grouped into batches, and how long those that may wait are not synced. */
import type { KeptRecord } from './bounded-record.ts';
import type { Stamp } from './chain.ts';
import type { Pending, Sync } from './journal.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Clock } from '../dependencies.ts';

const batchSize = 64;
const turnsToComeBack = 4;

export class PendingQueue {
  readonly #pending: Pending[] = [];

  get isEmpty(): boolean {
    return this.#pending.length === 0;
  }

  /** Resolves to true once all records are written, to false when the first one fails. */
  add(records: readonly KeptRecord[], stamp: Stamp, sync: Sync): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    let unwritten = records.length;
    const onWritten = (durable: boolean): void => {
      unwritten -= 1;
      if (!durable || unwritten === 0) resolve(durable);
    };
    for (const { record, text } of records) {
      this.#pending.push({ record, text, stamp, sync, onWritten });
    }
    return promise;
  }

  /** Callers whose record was just written often add the next one in the same turn; waiting for them makes one batch. */
  async gather(): Promise<void> {
    for (let seen = -1; seen < this.#pending.length && this.#pending.length < batchSize;) {
      seen = this.#pending.length;
      for (let turn = 0; turn < turnsToComeBack; turn += 1) await Promise.resolve();
    }
  }

  /** Records that were added together are never split over two batches. */
  takeBatch(): readonly Pending[] {
    const last = this.#pending[batchSize - 1];
    if (!last) return this.#pending.splice(0);
    const apart = this.#pending.findIndex(
      ({ onWritten }, at) => at >= batchSize && onWritten !== last.onWritten,
    );
    return this.#pending.splice(0, apart < 0 ? this.#pending.length : apart);
  }
}

/** The first record of a turn of the event loop is written immediately; the others of that turn form a batch. */
export class MicrotaskBatch {
  #isTaken = false;

  take(): boolean {
    if (this.#isTaken) return false;
    this.#isTaken = true;
    void Promise.resolve().then(this.#free);
    return true;
  }

  readonly #free = (): void => {
    this.#isTaken = false;
  };
}

/** Short, so that lines are durable within ten milliseconds. */
const syncDelayMs = 5;

/** Syncs records that need not be durable immediately a few milliseconds later, many at once. */
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

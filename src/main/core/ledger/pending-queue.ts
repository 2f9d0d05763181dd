/** Records that wait to be written, in the order they came. */
import type { KeptRecord } from './bounded-record.ts';
import type { Stamp } from './chain.ts';
import type { Pending, Sync } from './journal.ts';

const batchSize = 64;
const turnsToComeBack = 4;

export class PendingQueue {
  readonly #pending: Pending[] = [];

  get isEmpty(): boolean {
    return this.#pending.length === 0;
  }

  /** Resolves to true when all of them were told yes, to false with the first no. */
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

  /** Whoever was told a moment ago comes back in this very turn: one batch for all of them. */
  async gather(): Promise<void> {
    for (let seen = -1; seen < this.#pending.length && this.#pending.length < batchSize;) {
      seen = this.#pending.length;
      for (let turn = 0; turn < turnsToComeBack; turn += 1) await Promise.resolve();
    }
  }

  /** What came together stays together. */
  takeBatch(): readonly Pending[] {
    const last = this.#pending[batchSize - 1];
    if (!last) return this.#pending.splice(0);
    const apart = this.#pending.findIndex(
      ({ onWritten }, at) => at >= batchSize && onWritten !== last.onWritten,
    );
    return this.#pending.splice(0, apart < 0 ? this.#pending.length : apart);
  }
}

/**
 * The facts that entries are filtered and counted by: one typed array per fact, in entry order. A
 * million entries take 37 MB and are scanned in a few milliseconds with any combination of
 * filters, which no set of SQL indexes achieves.
 */
import { entryOutcomes, type EntryOutcome } from '../../../shared/ledger/entry-outcomes.ts';

interface Arrays {
  readonly seq: Float64Array<ArrayBuffer>;
  readonly ts: Float64Array<ArrayBuffer>;
  /** The distance to its newest line, in lines. */
  readonly reach: Uint32Array<ArrayBuffer>;
  readonly actor: Uint32Array<ArrayBuffer>;
  readonly action: Uint32Array<ArrayBuffer>;
  readonly code: Uint32Array<ArrayBuffer>;
  readonly session: Uint32Array<ArrayBuffer>;
  readonly outcome: Uint8Array<ArrayBuffer>;
}

const columnNames = [
  'seq',
  'ts',
  'reach',
  'actor',
  'action',
  'code',
  'session',
  'outcome',
] as const satisfies readonly (keyof Arrays)[];

/** The numbers of one entry, in table order. */
export interface RowNumbers {
  readonly seq: number;
  readonly lastSeq: number;
  readonly ts: number;
  readonly actor: number;
  readonly action: number;
  readonly outcome: number;
  readonly code: number;
  readonly session: number;
}

export const outcomeName = (number: number): EntryOutcome => entryOutcomes[number] ?? 'failed';

export interface PackedColumns {
  readonly length: number;
  readonly arrays: Arrays;
}

export class Columns {
  #length: number;
  #arrays: Arrays;
  #every = new Uint32Array();

  constructor(packed: PackedColumns = { length: 0, arrays: arraysFor(1_024) }) {
    this.#length = packed.length;
    this.#arrays = packed.arrays;
  }

  get length(): number {
    return this.#length;
  }

  /** For tight loops; only the first `length` elements are valid. */
  get arrays(): Arrays {
    return this.#arrays;
  }

  /** Transfers the arrays to another thread without copying; this object is then empty. */
  pack(): { readonly packed: PackedColumns; readonly transfer: readonly ArrayBuffer[] } {
    const packed = { length: this.#length, arrays: this.#arrays };
    return { packed, transfer: columnNames.map((name) => this.#arrays[name].buffer) };
  }

  /** `at` is at most one past the last. */
  set(at: number, facts: RowNumbers): void {
    if (at >= this.#arrays.seq.length) this.#grow();
    const { seq, ts, reach, actor, action, code, session, outcome } = this.#arrays;
    seq[at] = facts.seq;
    ts[at] = facts.ts;
    reach[at] = facts.lastSeq - facts.seq;
    actor[at] = facts.actor;
    action[at] = facts.action;
    code[at] = facts.code;
    session[at] = facts.session;
    outcome[at] = facts.outcome;
    if (at >= this.#length) this.#length = at + 1;
  }

  /** The first position with a number greater than `seq`. */
  firstAfter(seq: number): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#arrays.seq[middle] ?? 0) <= seq) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** All positions from this one on, to be filtered in place; valid until the next call. */
  everyOne(from: number): Uint32Array {
    if (this.#every.length < this.#length) this.#every = new Uint32Array(this.#arrays.seq.length);
    const every = this.#every.subarray(0, Math.max(0, this.#length - from));
    for (let index = 0; index < every.length; index += 1) every[index] = from + index;
    return every;
  }

  #grow(): void {
    const larger = arraysFor(this.#arrays.seq.length * 2);
    for (const name of columnNames) larger[name].set(this.#arrays[name]);
    this.#arrays = larger;
  }
}

function arraysFor(length: number): Arrays {
  return {
    seq: new Float64Array(length),
    ts: new Float64Array(length),
    reach: new Uint32Array(length),
    actor: new Uint32Array(length),
    action: new Uint32Array(length),
    code: new Uint32Array(length),
    session: new Uint32Array(length),
    outcome: new Uint8Array(length),
  };
}

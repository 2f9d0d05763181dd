/** Writes records as chained lines with a time stamp. The format of the chain is in shared/ledger/chain.ts. */
import type { ChainHead, Sha256 } from '../../../shared/ledger/chain.ts';
import type { AuditRecord } from '../../../shared/ledger/entry.ts';
import type { Needs } from '../dependencies.ts';
import { asKept, type KeptRecord } from './bounded-record.ts';

export { firstHead, follow, readHead, type ChainHead } from '../../../shared/ledger/chain.ts';

/** Both clocks, the boot that the monotonic clock belongs to, and the login name. */
export interface Stamp {
  readonly ts: string;
  readonly mono_ms: number;
  readonly boot?: string;
  readonly user: string;
  /** All of the above in JSON, without the braces: many lines have the same. */
  readonly text: string;
}

export const stampOf = (facts: Omit<Stamp, 'text'>): Stamp => ({
  ...facts,
  text: JSON.stringify(facts).slice(1, -1),
});

export interface Stamped extends KeptRecord {
  readonly stamp: Stamp;
}

export interface Chained {
  readonly lines: readonly string[];
  readonly hashes: readonly string[];
  readonly head: ChainHead;
}

/** By hand, since it is on the way of every call; the bytes are those of one JSON.stringify each. */
export function chainAll(added: readonly Stamped[], from: ChainHead, sha256: Sha256): Chained {
  const lines: string[] = [];
  const hashes: string[] = [];
  let { seq, hash } = from;
  for (const { text, stamp } of added) {
    seq += 1;
    const body = `{"seq":${seq},${stamp.text},${text},"prev":"${hash}"}`;
    hash = sha256(body);
    hashes.push(hash);
    // Cut from what was hashed: that is in one piece by now and need not be put together again.
    lines.push(`${body.slice(0, -1)},"hash":"${hash}"}`);
  }
  return { lines, hashes, head: { seq, hash } };
}

export function chain(
  record: AuditRecord,
  stamp: Stamp,
  from: ChainHead,
  sha256: Sha256,
): { readonly line: string; readonly head: ChainHead } {
  const { lines, head } = chainAll([{ ...asKept(record), stamp }], from, sha256);
  return { line: lines[0] ?? '', head };
}

/** Reuses the stamp within a millisecond, because making one is expensive. */
export class Stamps {
  readonly #clock: Needs['clock'];
  readonly #who: Pick<Stamp, 'boot' | 'user'>;
  #last: Stamp | null = null;
  #wallClock = NaN;

  constructor({ clock, user, bootId }: Pick<Needs, 'clock' | 'user' | 'bootId'>) {
    this.#clock = clock;
    this.#who = bootId === undefined ? { user } : { boot: bootId, user };
  }

  now(): Stamp {
    const wallClock = this.#clock.now();
    const mono_ms = Math.round(this.#clock.monotonic());
    if (this.#last && wallClock === this.#wallClock && mono_ms === this.#last.mono_ms)
      return this.#last;
    this.#wallClock = wallClock;
    this.#last = stampOf({ ts: new Date(wallClock).toISOString(), mono_ms, ...this.#who });
    return this.#last;
  }
}

/** Writes records as chained lines with a time stamp, and knows the end of the chain and of its segment. The format is in shared/ledger/chain.ts. */
import type { ChainHead, Sha256 } from '../../../shared/ledger/chain.ts';
import { type AuditRecord, segmentAction, type SegmentNote } from '../../../shared/ledger/entry.ts';
import type { Needs } from '../dependencies.ts';
import { asKept, type KeptRecord } from './bounded-record.ts';
import { emptyTree, grow, rootOf, type MerkleTree } from '../../../shared/ledger/merkle.ts';
import type { OpenEntry } from './open-entries.ts';

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

/** Concatenated by hand, because every call passes here; the bytes equal those of JSON.stringify. */
export function chainAll(added: readonly Stamped[], from: ChainHead, sha256: Sha256): Chained {
  const lines: string[] = [];
  const hashes: string[] = [];
  let { seq, hash } = from;
  for (const { text, stamp } of added) {
    seq += 1;
    const body = `{"seq":${seq},${stamp.text},${text},"prev":"${hash}"}`;
    hash = sha256(body);
    hashes.push(hash);
    // Sliced from the hashed text, which V8 has already flattened, so nothing is concatenated again.
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
  /** The same in JSON, without the braces. */
  readonly #whoText: string;
  #last: Stamp | null = null;
  #wallClock = NaN;

  constructor({ clock, user, bootId }: Pick<Needs, 'clock' | 'user' | 'bootId'>) {
    this.#clock = clock;
    this.#who = bootId === undefined ? { user } : { boot: bootId, user };
    this.#whoText = JSON.stringify(this.#who).slice(1, -1);
  }

  now(): Stamp {
    const wallClock = this.#clock.now();
    const mono_ms = Math.round(this.#clock.monotonic());
    if (this.#last && wallClock === this.#wallClock && mono_ms === this.#last.mono_ms)
      return this.#last;
    this.#wallClock = wallClock;
    const ts = new Date(wallClock).toISOString();
    const text = `"ts":"${ts}","mono_ms":${mono_ms},${this.#whoText}`;
    this.#last = { ts, mono_ms, ...this.#who, text };
    return this.#last;
  }
}

/** The end of the chain, and the segment being written. */
export interface LedgerPosition {
  readonly head: ChainHead;
  /** Over the lines of the segment. */
  readonly tree: MerkleTree;
  /** Characters in the segment. */
  readonly length: number;
}

/** At the start of a new segment. */
export const positionAt = (head: ChainHead): LedgerPosition => ({
  head,
  tree: emptyTree,
  length: 0,
});

export interface Extended {
  readonly lines: readonly string[];
  readonly hashes: readonly string[];
  readonly text: string;
  readonly head: ChainHead;
}

export function extend(from: ChainHead, added: readonly Stamped[], sha256: Sha256): Extended {
  const { lines, hashes, head } = chainAll(added, from, sha256);
  return { lines, hashes, text: `${lines.join('\n')}\n`, head };
}

/** The same head with these lines added to the tree. */
export const grown = (
  position: LedgerPosition,
  hashes: readonly string[],
  sha256: Sha256,
): LedgerPosition =>
  hashes.length === 0 ? position : { ...position, tree: grow(position.tree, hashes, sha256) };

/** More calls never run concurrently, and the line must stay short. */
const maxOpen = 100;
const short = ([entry, actor, action, come]: OpenEntry): OpenEntry => [
  entry.slice(0, 64),
  actor.slice(0, 64),
  action.slice(0, 64),
  come.slice(0, 16),
];

/** The first line of a new segment, which records the hash of the previous one. */
export function segmentRecord(
  before: LedgerPosition,
  open: SegmentNote['open'],
  why: string,
  sha256: Sha256,
): AuditRecord {
  const { tree } = before;
  const args: SegmentNote = {
    root: rootOf(tree, sha256),
    lines: tree.size,
    open: open.slice(-maxOpen).map(short),
  };
  return {
    phase: 'note',
    entry: `segment-after-${before.head.seq}`,
    actor: 'gatehouse',
    action: segmentAction,
    args,
    detail: why,
  };
}

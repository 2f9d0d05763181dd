/**
 * Chains, writes and syncs lines. After a failed sync, lines that were not durable before are not
 * trusted; they are chained again into a new segment.
 */
import type { Sha256 } from '../../../shared/ledger/chain.ts';
import type { LedgerStore } from '../dependencies.ts';
import { asKept, type KeptRecord } from './bounded-record.ts';
import {
  firstHead,
  type ChainHead,
  type Stamp,
  type Stamped,
  extend,
  grown,
  segmentRecord,
  positionAt,
  type Extended,
  type LedgerPosition,
} from './chain.ts';
import type { OpenEntries } from './open-entries.ts';

/** `soon`: resolves when it is written; it becomes durable a few milliseconds later. */
export type Sync = 'before-effect' | 'soon';

export interface Pending extends Stamped {
  readonly sync: Sync;
  readonly onWritten: (durable: boolean) => void;
}

/** For lines that nobody waits for. */
export const pendingOf = (
  { record, text }: KeptRecord,
  stamp: Stamp,
  sync: Sync = 'before-effect',
): Pending => ({ record, text, stamp, sync, onWritten: ignoreResult });

const ignoreResult = (): void => undefined;

export interface Written {
  readonly pending: Pending;
  readonly seq: number;
  readonly line: string;
}

interface Deps {
  readonly store: LedgerStore;
  readonly sha256: Sha256;
  /** Segment length after which a new one begins. */
  readonly segmentLength: number;
}

export class Journal {
  readonly #deps: Deps;
  #written: LedgerPosition = positionAt(firstHead);
  #durable: LedgerPosition = this.#written;
  /** Hashes of written lines that are not in the tree yet. */
  #leaves: string[] = [];
  #unsynced: Written[] = [];
  /** How many unsynced lines have a waiting caller. */
  #urgent = 0;
  #broken: string | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  goOnFrom(position: LedgerPosition, damage: string | null): void {
    this.#written = position;
    this.#durable = position;
    this.#broken = damage && `damage found at ${damage}`;
  }

  get durableHead(): ChainHead {
    return this.#durable.head;
  }

  /** Characters in the segment. */
  get segmentLength(): number {
    return this.#written.length;
  }

  /** Why the next lines must go into a new segment; null when they need not. */
  get whyNewSegment(): string | null {
    if (this.#broken) return this.#broken;
    return this.#written.length >= this.#deps.segmentLength ? 'the segment before is full' : null;
  }

  /** Whether the segment is no longer trusted. */
  get broken(): boolean {
    return this.#broken !== null;
  }

  /** Whether there is something to sync and a sync may be tried. */
  get syncable(): boolean {
    return this.#unsynced.length > 0 && !this.#broken;
  }

  get urgent(): boolean {
    return this.#urgent > 0 && !this.#broken;
  }

  /** True when the lines are written; false when the write goes on asynchronously; throws when none is written. */
  writeAtOnce(batch: readonly Pending[]): boolean {
    const next = extend(this.#written.head, batch, this.#deps.sha256);
    const written = this.#deps.store.appendAtOnce?.(next.text) ?? false;
    if (written) this.#wrote(batch, next);
    return written;
  }

  /** Resolves when the lines are written; rejects when none is. */
  async write(batch: readonly Pending[]): Promise<void> {
    const next = extend(this.#written.head, batch, this.#deps.sha256);
    await this.#deps.store.append(next.text, { sync: 'later' });
    this.#wrote(batch, next);
  }

  /**
   * Resolves to the lines that have become durable; rejects when the segment is no longer trusted.
   * Deferred work runs during the sync, because every caller waits for the disk then.
   */
  async sync(meanwhile: () => void): Promise<readonly Written[]> {
    const { store, sha256 } = this.#deps;
    const [count, urgent] = [this.#unsynced.length, this.#urgent];
    const syncing = store.sync?.();
    const target = grown(this.#written, this.#leaves, sha256);
    this.#written = target;
    this.#leaves = [];
    meanwhile();
    try {
      await syncing;
    } catch (error) {
      this.#broken = `a sync failed after entry ${this.#durable.head.seq}`;
      throw error;
    }
    this.#durable = target;
    this.#urgent -= urgent;
    return this.#unsynced.splice(0, count);
  }

  /** Resolves to the lines of the new segment, which are durable; rejects when it could not be begun. */
  async beginSegment(
    batch: readonly Pending[],
    stamp: Stamp,
    open: OpenEntries,
  ): Promise<readonly Written[]> {
    const { sha256, store } = this.#deps;
    const why = this.whyNewSegment ?? '';
    const record = segmentRecord(this.#durable, open.list(), why, sha256);
    const all = [
      pendingOf(asKept(record), stamp),
      ...this.#unsynced.map(({ pending }) => pending),
      ...batch,
    ];
    const next = extend(this.#durable.head, all, sha256);
    await store.append(next.text, { segment: 'new' });
    const begun = { ...positionAt(next.head), length: next.text.length };
    this.#written = grown(begun, next.hashes, sha256);
    this.#durable = this.#written;
    this.#leaves = [];
    this.#unsynced = [];
    this.#urgent = 0;
    this.#broken = null;
    return withLines(all, next);
  }

  /** Rejects callers waiting for untrusted lines; lines already reported as written are chained again later. */
  abandon(): readonly Pending[] {
    if (!this.#broken) return [];
    const lost = this.#unsynced.filter(({ pending }) => isUrgent(pending));
    this.#unsynced = this.#unsynced.filter(({ pending }) => !isUrgent(pending));
    this.#urgent = 0;
    return lost.map(({ pending }) => pending);
  }

  #wrote(batch: readonly Pending[], next: Extended): void {
    const { tree, length } = this.#written;
    this.#written = { head: next.head, tree, length: length + next.text.length };
    this.#leaves.push(...next.hashes);
    this.#unsynced.push(...withLines(batch, next));
    this.#urgent += batch.filter(isUrgent).length;
  }
}

const isUrgent = ({ sync }: Pending): boolean => sync === 'before-effect';

function withLines(batch: readonly Pending[], next: Extended): readonly Written[] {
  const first = next.head.seq - next.lines.length + 1;
  return batch.map((pending, at) => ({ pending, line: next.lines[at] ?? '', seq: first + at }));
}

/**
 * Records refusals one by one while they are few. Beyond that, refusals of a client are counted and
 * recorded once a second, so that an agent cannot fill the disk with refused calls.
 */
import { CountedNotes } from '../../../shared/base/counted-notes.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ErrorCode } from '../../../shared/errors/errors.ts';
import { TokenBucket } from '../limits/token-bucket.ts';
import type { Clock } from '../dependencies.ts';

interface Deps {
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
  readonly record: (action: string, detail: string) => Promise<unknown>;
}

/** One token is about one kilobyte of the ledger. */
const entriesPerClient = { perSecond: 4, burst: 256 };
const maxClients = 256;
const others = 'others';

export class RefusalFold implements Disposable {
  readonly #deps: Deps;
  readonly #buckets = new Map<string, TokenBucket>();
  readonly #notes: CountedNotes;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { clock, record } = deps;
    this.#notes = new CountedNotes({
      clock,
      report: (total, parts) => record('gate.refused', `${total} more calls refused: ${parts}`),
    });
  }

  /** False: the refusal is counted here and gets no entry. */
  mayHaveEntry(client: string, code: ErrorCode, args: unknown): boolean {
    const name = this.#buckets.has(client) || this.#buckets.size < maxClients ? client : others;
    const bucket = this.#buckets.get(name) ?? new TokenBucket(this.#deps.clock, entriesPerClient);
    this.#buckets.set(name, bucket);
    if (bucket.take(kilobytesOf(args))) return true;
    this.#notes.count(`${name} ${code}`);
    return false;
  }

  dispose(): Promise<void> {
    return this.#notes.dispose();
  }
}

/** Entries contain only an excerpt of longer texts. */
const kilobytesOf = (args: unknown): number =>
  1 + Math.min(64, Math.floor((JSON.stringify(args) ?? '').length / 1024));

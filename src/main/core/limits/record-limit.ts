/**
 * Records each thing that a server does by itself, up to a rate. Beyond that, one note a minute
 * gives the number of the others, so that a server cannot fill the disk.
 */
import type { Clock } from '../dependencies.ts';
import { TokenBucket, type BucketSize } from './token-bucket.ts';

interface Deps {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly size: BucketSize;
  readonly note: (detail: string) => Promise<unknown>;
}

interface RecordBuckets {
  readonly records: TokenBucket;
  readonly notes: TokenBucket;
  /** Since the last note. */
  left: number;
}

const noteRate = { perSecond: 1 / 60, burst: 1 };
const serversKept = 1_000;

export class RecordLimit {
  readonly #deps: Deps;
  readonly #kept = new Map<string, RecordBuckets>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** False: it is only counted here and must not be recorded. */
  async mayRecord(server: string): Promise<boolean> {
    const kept = this.#of(server);
    if (kept.records.take()) return true;
    kept.left += 1;
    if (!kept.notes.take()) return false;
    const { left } = kept;
    kept.left = 0;
    await this.#deps.note(`${server}: ${left} more not recorded one by one`);
    return false;
  }

  #of(server: string): RecordBuckets {
    const { clock, size } = this.#deps;
    const kept = this.#kept.get(server) ?? {
      ...{ records: new TokenBucket(clock, size), notes: new TokenBucket(clock, noteRate) },
      left: 0,
    };
    this.#kept.delete(server);
    this.#kept.set(server, kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > serversKept && oldest !== undefined) this.#kept.delete(oldest);
    return kept;
  }
}

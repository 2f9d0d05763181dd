/** The same call again and again within a minute, whatever comes in between, is a loop. */
import type { Clock } from '../dependencies.ts';

const windowMs = 60_000;
/**
 * Who makes more different calls than this in a minute has the oldest forgotten, so many at a time.
 * At the rate a client is allowed, each of so many calls can come only a few times.
 */
const digestsKept = 512;

interface Count {
  times: number;
  /** When the first of them came. */
  readonly since: number;
}

export class RepeatGuard {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #most: () => number;
  #counts = new Map<string, Count>();
  /** Those before: whichever comes again is among the new ones then. */
  #older = new Map<string, Count>();

  constructor(clock: Pick<Clock, 'monotonic'>, most: () => number) {
    this.#clock = clock;
    this.#most = most;
  }

  /** Counts this call; false when it was one too many. */
  take(digest: string): boolean {
    const now = this.#clock.monotonic();
    const known = this.#counts.get(digest) ?? this.#older.get(digest);
    const count = known && now - known.since < windowMs ? known : { times: 0, since: now };
    count.times += 1;
    this.#counts.set(digest, count);
    if (this.#counts.size >= digestsKept) {
      this.#older = this.#counts;
      this.#counts = new Map();
    }
    return count.times <= this.#most();
  }
}

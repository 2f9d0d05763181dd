/** The same call again and again within a minute, whatever comes in between, is a loop. */
import type { Clock } from '../needs.ts';

const windowMs = 60_000;
/**
 * Who makes more different calls than this in a minute has the oldest forgotten. At the rate a
 * client is allowed, each of so many calls can come only a few times.
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
  /** The one that came last is last. */
  readonly #counts = new Map<string, Count>();

  constructor(clock: Pick<Clock, 'monotonic'>, most: () => number) {
    this.#clock = clock;
    this.#most = most;
  }

  /** Counts this call; false when it was one too many. */
  take(digest: string): boolean {
    const now = this.#clock.monotonic();
    const known = this.#counts.get(digest);
    const count = known && now - known.since < windowMs ? known : { times: 0, since: now };
    count.times += 1;
    this.#counts.delete(digest);
    this.#counts.set(digest, count);
    const oldest = this.#counts.keys().next();
    if (this.#counts.size > digestsKept && !oldest.done) this.#counts.delete(oldest.value);
    return count.times <= this.#most();
  }
}

/** A token bucket: at most burst + rate × time, measured on the monotonic clock. */
import type { Clock } from '../dependencies.ts';

export interface BucketSize {
  readonly perSecond: number;
  readonly burst: number;
}

export class TokenBucket {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #size: BucketSize;
  #tokens: number;
  #filledAt: number;

  constructor(clock: Pick<Clock, 'monotonic'>, size: BucketSize) {
    this.#clock = clock;
    this.#size = size;
    this.#tokens = size.burst;
    this.#filledAt = clock.monotonic();
  }

  take(wanted = 1): boolean {
    const now = this.#clock.monotonic();
    const gained = ((now - this.#filledAt) / 1000) * this.#size.perSecond;
    this.#tokens = Math.min(this.#size.burst, this.#tokens + Math.max(0, gained));
    this.#filledAt = now;
    if (this.#tokens < wanted) return false;
    this.#tokens -= wanted;
    return true;
  }
}

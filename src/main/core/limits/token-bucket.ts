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
    this.#fill();
    if (this.#tokens < wanted) return false;
    this.#tokens -= wanted;
    return true;
  }

  /**
   * Reserves a token that becomes available within `longestMs` and returns when; later callers
   * get later tokens. If it would take longer, nothing is reserved.
   */
  reserve(longestMs: number): { readonly granted: boolean; readonly waitMs: number } {
    this.#fill();
    const waitMs = Math.max(0, ((1 - this.#tokens) / this.#size.perSecond) * 1000);
    const granted = waitMs <= longestMs;
    if (granted) this.#tokens -= 1;
    return { granted, waitMs };
  }

  /** Returns a token for a request that does not count against the limit. */
  giveBack(): void {
    this.#tokens = Math.min(this.#size.burst, this.#tokens + 1);
  }

  #fill(): void {
    const now = this.#clock.monotonic();
    const gained = ((now - this.#filledAt) / 1000) * this.#size.perSecond;
    this.#tokens = Math.min(this.#size.burst, this.#tokens + Math.max(0, gained));
    this.#filledAt = now;
  }
}

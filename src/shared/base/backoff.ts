/** Delays between attempts: doubled each time up to a limit, and reset after a success. */
export interface BackoffLimits {
  readonly firstMs: number;
  readonly maxMs: number;
  /** Varies each delay by up to this fraction, so that many programs do not retry together. */
  readonly jitter?: number;
}

export const backoffMs = (failures: number, { firstMs, maxMs }: BackoffLimits): number =>
  Math.min(firstMs * 2 ** failures, maxMs);

/** Enough to reach any limit. */
const manyFailures = 60;

export class Backoff {
  /** Read before each delay, because settings may change. */
  readonly #limits: () => BackoffLimits;
  readonly #random: () => number;
  #failures = 0;

  constructor(limits: () => BackoffLimits, random: () => number = Math.random) {
    this.#limits = limits;
    this.#random = random;
  }

  /** The next delay in milliseconds. */
  next(): number {
    const limits = this.#limits();
    const { jitter = 0 } = limits;
    const delay = backoffMs(this.#failures, limits);
    this.#failures += 1;
    return Math.round(delay * (1 - jitter + 2 * jitter * this.#random()));
  }

  /** From now on uses the longest delay, for a peer that misbehaved. */
  useLongest(): void {
    this.#failures = manyFailures;
  }

  reset(): void {
    this.#failures = 0;
  }
}

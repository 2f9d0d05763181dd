/**
 * How often a window may come up because a program wants it to. Any program of the user can start
 * Gatehouse a second time or ask for something; only what the user does in the window resets the count.
 */
interface Limit {
  readonly most: number;
  readonly withinMs: number;
}

export class RaiseLimit {
  readonly #limit: Limit;
  readonly #monotonic: () => number;
  #raised: readonly number[] = [];

  constructor(limit: Limit, monotonic: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#monotonic = monotonic;
  }

  /** Counts the request if it is allowed. */
  mayRaise(): boolean {
    const { most, withinMs } = this.#limit;
    const now = this.#monotonic();
    this.#raised = this.#raised.filter((at) => now - at < withinMs);
    if (this.#raised.length >= most) return false;
    this.#raised = [...this.#raised, now];
    return true;
  }

  /** The user did something in the window. */
  acted(): void {
    this.#raised = [];
  }
}

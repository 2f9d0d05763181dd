/** How long to wait before the next try: doubled each time up to a limit, from the start again after a success. */
export interface Intervals {
  readonly reconnectSeconds: number;
  readonly maxReconnectSeconds: number;
}

export class Backoff {
  readonly #intervals: () => Intervals;
  #next: number | null = null;

  constructor(intervals: () => Intervals) {
    this.#intervals = intervals;
  }

  /** In milliseconds. */
  next(): number {
    const { reconnectSeconds, maxReconnectSeconds } = this.#intervals();
    const seconds = Math.min(this.#next ?? reconnectSeconds, maxReconnectSeconds);
    this.#next = seconds * 2;
    return seconds * 1000;
  }

  /** Whoever misbehaved is waited for as long as ever. */
  longest(): void {
    this.#next = this.#intervals().maxReconnectSeconds;
  }

  reset(): void {
    this.#next = null;
  }
}

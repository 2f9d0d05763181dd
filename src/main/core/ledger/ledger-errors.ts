/**
 * Tracks write errors of the ledger. After two failures in a row nothing is written until a retry
 * succeeds, and retries become rarer with time.
 */
import type { Clock } from '../dependencies.ts';

const firstPauseMs = 100;
const longestPauseMs = 5_000;

interface FailurePeriod {
  readonly since: number;
  readonly reason: string;
  readonly failures: number;
  readonly refused: number;
  readonly isReported: boolean;
  readonly pauseMs: number;
  readonly retryAt: number;
}

export class LedgerFailure {
  readonly #clock: Clock;
  #failure: FailurePeriod | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Null while writes succeed. */
  get reason(): string | null {
    return this.#failure?.reason ?? null;
  }

  get failures(): number {
    return this.#failure?.failures ?? 0;
  }

  get latched(): boolean {
    return this.#failure !== null && this.#failure.failures >= 2;
  }

  /** Latched, and the next retry is not due yet. */
  get waits(): boolean {
    return this.latched && this.#clock.monotonic() < (this.#failure?.retryAt ?? 0);
  }

  failed(error: unknown, times = 1): void {
    const reason = error instanceof Error ? error.message : String(error);
    const before = this.#failure;
    const failures = (before?.failures ?? 0) + times;
    const pauseMs = Math.min(before?.pauseMs ? before.pauseMs * 2 : firstPauseMs, longestPauseMs);
    this.#failure = {
      since: before?.since ?? this.#clock.now(),
      reason,
      failures,
      refused: before?.refused ?? 0,
      isReported: false,
      pauseMs: failures < 2 ? 0 : pauseMs,
      retryAt: this.#clock.monotonic() + pauseMs,
    };
  }

  refused(count: number): void {
    if (this.#failure) this.#failure = { ...this.#failure, refused: this.#failure.refused + count };
  }

  over(): void {
    this.#failure = null;
  }

  /** The failures to record once the ledger can be written again; returned only once. */
  takeSummary(): string | null {
    if (!this.#failure || !this.latched || this.#failure.isReported || this.waits) return null;
    const { since, refused, reason } = this.#failure;
    this.#failure = { ...this.#failure, isReported: true };
    const when = new Date(since).toISOString();
    return `no line could be written since ${when}; ${refused} records were refused: ${reason}`;
  }
}

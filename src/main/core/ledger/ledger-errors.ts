/**
 * Tracks write errors of the ledger. After two failures in a row nothing is written until a retry
 * succeeds, and retries become rarer with time.
 */
import type { Clock } from '../dependencies.ts';

const firstPauseMs = 100;
const longestPauseMs = 5_000;

interface Spell {
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
  #spell: Spell | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Null while all is well. */
  get reason(): string | null {
    return this.#spell?.reason ?? null;
  }

  get failures(): number {
    return this.#spell?.failures ?? 0;
  }

  get latched(): boolean {
    return this.#spell !== null && this.#spell.failures >= 2;
  }

  /** Latched, and too soon to try again. */
  get waits(): boolean {
    return this.latched && this.#clock.monotonic() < (this.#spell?.retryAt ?? 0);
  }

  failed(error: unknown, times = 1): void {
    const reason = error instanceof Error ? error.message : String(error);
    const before = this.#spell;
    const failures = (before?.failures ?? 0) + times;
    const pauseMs = Math.min(before?.pauseMs ? before.pauseMs * 2 : firstPauseMs, longestPauseMs);
    this.#spell = {
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
    if (this.#spell) this.#spell = { ...this.#spell, refused: this.#spell.refused + count };
  }

  over(): void {
    this.#spell = null;
  }

  /** What the ledger says about it once it can, and only once. */
  takeSummary(): string | null {
    if (!this.#spell || !this.latched || this.#spell.isReported || this.waits) return null;
    const { since, refused, reason } = this.#spell;
    this.#spell = { ...this.#spell, isReported: true };
    const when = new Date(since).toISOString();
    return `no line could be written since ${when}; ${refused} records were refused: ${reason}`;
  }
}

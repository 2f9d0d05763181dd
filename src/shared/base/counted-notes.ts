/**
 * Counts events that are too frequent to report one by one, and reports the count at most once a
 * second.
 */
import type { Disposable } from './disposable.ts';

interface Deps {
  readonly clock: { after(ms: number, run: () => void): Disposable };
  /** Most frequent first. */
  readonly report: (total: number, parts: string) => Promise<unknown>;
}

const everyMs = 1_000;

export class CountedNotes implements Disposable {
  readonly #deps: Deps;
  readonly #counts = new Map<string, number>();
  #timer: Disposable | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
    this.#timer ??= this.#deps.clock.after(everyMs, () => void this.#report());
  }

  async dispose(): Promise<void> {
    await this.#timer?.dispose();
    if (this.#counts.size > 0) await this.#report();
  }

  async #report(): Promise<void> {
    this.#timer = null;
    const counts = [...this.#counts].toSorted(([, a], [, b]) => b - a);
    this.#counts.clear();
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    await this.#deps.report(total, counts.map(([what, count]) => `${count} ${what}`).join(', '));
  }
}

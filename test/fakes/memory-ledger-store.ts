/** The ledger's lines in memory, with a disk that can be full when a test wants it. */
import type { LedgerStore } from '../../src/main/core/dependencies.ts';

export class MemoryLedgerStore implements LedgerStore {
  /** One for each successful append. */
  readonly writes: string[] = [];
  #passing = 0;
  #failures = 0;
  #hold: PromiseWithResolvers<void> | null = null;

  constructor(lines: readonly string[] = []) {
    if (lines.length > 0) this.writes.push(`${lines.join('\n')}\n`);
  }

  get lines(): readonly string[] {
    return this.writes.join('').split('\n').slice(0, -1);
  }

  /** The lines as they read; for tests that look for a word or two in them. */
  get records(): readonly Readonly<Record<string, unknown>>[] {
    return this.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  /** The next `count` appends, or those after the first few, reject and keep nothing. */
  failNext(count: number, { after = 0 } = {}): void {
    this.#passing = after;
    this.#failures = count;
  }

  /** Appends wait until the returned function is called. */
  hold(): () => void {
    const stored = Promise.withResolvers<void>();
    this.#hold = stored;
    return () => {
      this.#hold = null;
      stored.resolve();
    };
  }

  async append(text: string): Promise<void> {
    await this.#hold?.promise;
    if (this.#isNextToFail()) throw new Error('ENOSPC: no space left on device');
    this.writes.push(text);
  }

  async tail(): Promise<{ readonly lines: readonly string[]; readonly tornBytes: number }> {
    return { lines: this.lines, tornBytes: 0 };
  }

  #isNextToFail(): boolean {
    if (this.#failures === 0) return false;
    if (this.#passing > 0) {
      this.#passing -= 1;
      return false;
    }
    this.#failures -= 1;
    return true;
  }
}

import type { StateStore } from '../../src/main/core/dependencies.ts';

/** Keeps what is saved as text, as a file would. */
export class MemoryStateStore implements StateStore {
  readonly saved = new Map<string, string>();

  load(name: string): Promise<unknown> {
    const text = this.saved.get(name);
    return Promise.resolve(text === undefined ? null : JSON.parse(text));
  }

  async loadOrFail<Kept>(name: string, parse: (stored: unknown) => Kept): Promise<Kept | null> {
    const stored = await this.load(name);
    return stored === null ? null : parse(stored);
  }

  save(name: string, value: unknown): Promise<void> {
    this.saved.set(name, JSON.stringify(value));
    return Promise.resolve();
  }
}

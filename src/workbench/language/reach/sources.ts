/** Caches what was read from source files until they change. */
import fs from 'node:fs/promises';

const maxBytes = 4 * 1024 * 1024;
const maxCached = 20_000;

interface CachedFacts<Facts> {
  readonly stamp: string;
  readonly facts: Facts;
}

export class SourceCache<Facts> {
  readonly #cache = new Map<string, CachedFacts<Facts>>();
  readonly #read: (text: string) => Facts;
  readonly #tooLarge: Facts | null;

  /** `tooLarge` is the result for files that are too large to read. */
  constructor(read: (text: string) => Facts, tooLarge: Facts | null = null) {
    this.#read = read;
    this.#tooLarge = tooLarge;
  }

  /** Null if it is not a regular file. */
  async of(file: string): Promise<Facts | null> {
    const stat = await fs.stat(file, { bigint: true }).catch(() => null);
    if (!stat?.isFile()) return null;
    if (stat.size > maxBytes) return this.#tooLarge;
    const stamp = [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(' ');
    const known = this.#cache.get(file);
    if (known?.stamp === stamp) return known.facts;
    const text = await fs.readFile(file, 'utf8').catch(() => null);
    if (text === null) return null;
    if (this.#cache.size >= maxCached) this.#cache.clear();
    const facts = this.#read(text);
    this.#cache.set(file, { stamp, facts });
    return facts;
  }
}

/**
 * Where the names in a line lead. They were checked before its first program started; a later one must
 * not follow a link that was put there meanwhile and leads out of the granted folders.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../shared/files/inside.ts';

/** Names may be in options and scripts, as in `--file=x` and `sed 'r x'`. */
const breaks = /[=\s;{},:@]+/;

export class LineNames {
  readonly #roots: readonly string[];
  readonly #before: ReadonlyMap<string, string | null>;

  private constructor(roots: readonly string[], before: ReadonlyMap<string, string | null>) {
    this.#roots = roots;
    this.#before = before;
  }

  static async of(
    words: readonly string[],
    folder: string,
    roots: readonly { readonly path: string }[],
  ): Promise<LineNames> {
    const names = new Set(words.flatMap((word) => [word, ...word.split(breaks)]));
    names.delete('');
    const paths = [...names].map((name) => path.resolve(folder, name));
    const found = await Promise.all(
      paths.map(async (item) => [item, await realPath(item)] as const),
    );
    return new LineNames(
      roots.map((root) => root.path),
      new Map(found),
    );
  }

  /** A name that leads out now and did not before; null when there is none. */
  async leadingOut(): Promise<string | null> {
    for (const [name, before] of this.#before) {
      const now = await realPath(name);
      if (now === null || now === before) continue;
      if (!this.#roots.some((root) => isInside(now, root))) return name;
    }
    return null;
  }
}

async function realPath(name: string): Promise<string | null> {
  try {
    return await fs.realpath(name);
  } catch {
    // Nothing is there, or nothing that can be read.
    return null;
  }
}

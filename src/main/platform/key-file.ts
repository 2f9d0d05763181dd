/** A file of ours that says who may come in: changed one after the other, whole or not at all. */
import type { z } from 'zod';
import { readIfThere, writePrivateFile } from './private-file.ts';
import { sameDigest } from './tokens.ts';

interface Options<Kept> {
  readonly file: string;
  readonly schema: z.ZodType<Kept>;
  /** What is kept before there is a file. */
  readonly empty: Kept;
  /** What the person does once an unreadable file was moved away. */
  readonly afresh: string;
}

export class KeyFile<Kept> {
  readonly #options: Options<Kept>;
  #kept: Kept;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: Options<Kept>) {
    this.#options = options;
    this.#kept = options.empty;
  }

  get kept(): Kept {
    return this.#kept;
  }

  async load(): Promise<void> {
    const { file, schema, afresh } = this.#options;
    const content = await readIfThere(file);
    if (content === null) return;
    try {
      this.#kept = schema.parse(JSON.parse(content.toString('utf8')));
    } catch {
      throw new Error(`${file} cannot be read. Move it away and ${afresh}, or restore it.`);
    }
  }

  /** Counts once it is on disk. Giving back the same object changes nothing. */
  change(change: (kept: Kept) => Kept): Promise<void> {
    const changing = this.#writing.then(async () => {
      const kept = change(this.#kept);
      if (kept === this.#kept) return;
      await writePrivateFile(this.#options.file, `${JSON.stringify(kept, null, 2)}\n`);
      this.#kept = kept;
    });
    this.#writing = changing.catch(() => undefined);
    return changing;
  }

  /** Counts at once, whether it can be written or not. */
  async changeAtOnce(change: (kept: Kept) => Kept): Promise<void> {
    this.#kept = change(this.#kept);
    await this.change(change).catch(() => undefined);
  }

  /** Resolves when everything changed so far is on disk. */
  async dispose(): Promise<void> {
    await this.#writing;
  }
}

/** Looks at every key, so that the time taken does not tell which one was close. */
export function keyIn<Stored extends { readonly sha256: string }>(
  stored: readonly Stored[],
  digest: string,
): Stored | null {
  let found: Stored | null = null;
  for (const one of stored) if (sameDigest(one.sha256, digest)) found = one;
  return found;
}

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

type Stored = { readonly sha256: string };

/** Of lists that are never changed, only replaced. */
const byDigest = new WeakMap<readonly Stored[], ReadonlyMap<string, Stored>>();

/** One look, however many keys there are; the whole digest is compared in constant time. */
export function keyIn<Key extends Stored>(keys: readonly Key[], digest: string): Key | null {
  const found = digestsOf(keys).get(digest);
  return found && sameDigest(found.sha256, digest) ? found : null;
}

function digestsOf<Key extends Stored>(keys: readonly Key[]): ReadonlyMap<string, Key> {
  const known = byDigest.get(keys) as ReadonlyMap<string, Key> | undefined;
  if (known) return known;
  const made = new Map(keys.map((key) => [key.sha256, key]));
  byDigest.set(keys, made);
  return made;
}

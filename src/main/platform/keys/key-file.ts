/** A file with our credentials: changes are serialised and written atomically. */
import type { z } from 'zod';
import { readIfThere, writePrivateFile } from '../files/private-file.ts';
import { isErrno, isFolderError, parseStateJson } from '../files/state-json.ts';
import { sameDigest } from './tokens.ts';

interface KeyFileOptions<Stored> {
  readonly file: string;
  readonly schema: z.ZodType<Stored>;
  /** The value used before the file exists. */
  readonly empty: Stored;
  /** What the user does after moving an unreadable file away. */
  readonly howToStartOver: string;
}

export class KeyFile<Stored> {
  readonly #options: KeyFileOptions<Stored>;
  #kept: Stored;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: KeyFileOptions<Stored>) {
    this.#options = options;
    this.#kept = options.empty;
  }

  get kept(): Stored {
    return this.#kept;
  }

  async load(): Promise<void> {
    const { file, schema, howToStartOver } = this.#options;
    try {
      const content = await readIfThere(file);
      if (content === null) return;
      this.#kept = schema.parse(parseStateJson(content));
    } catch (error) {
      // System errors, such as a missing permission, explain themselves.
      if (isErrno(error) && !isFolderError(error)) throw error;
      throw new Error(
        `${file} cannot be read. Move it away and ${howToStartOver}, or restore it.`,
        {
          cause: error,
        },
      );
    }
  }

  /** Takes effect once it is on disk. Returning the same object changes nothing. */
  change(change: (kept: Stored) => Stored): Promise<void> {
    const changing = this.#writing.then(async () => {
      const kept = change(this.#kept);
      if (kept === this.#kept) return;
      await writePrivateFile(this.#options.file, `${JSON.stringify(kept, null, 2)}\n`);
      this.#kept = kept;
    });
    this.#writing = changing.catch(() => undefined);
    return changing;
  }

  /** Takes effect immediately, whether or not it can be written. */
  async changeAtOnce(change: (kept: Stored) => Stored): Promise<void> {
    this.#kept = change(this.#kept);
    await this.change(change).catch(() => undefined);
  }

  /** Resolves when everything changed so far is on disk. */
  async dispose(): Promise<void> {
    await this.#writing;
  }
}

type StoredDigest = { readonly sha256: string };

/** Caches a lookup table per list; lists are never modified, only replaced. */
const byDigest = new WeakMap<readonly StoredDigest[], ReadonlyMap<string, StoredDigest>>();

/** One lookup, however many keys there are; the whole digest is compared in constant time. */
export function keyIn<Key extends StoredDigest>(keys: readonly Key[], digest: string): Key | null {
  const found = digestsOf(keys).get(digest);
  return found && sameDigest(found.sha256, digest) ? found : null;
}

function digestsOf<Key extends StoredDigest>(keys: readonly Key[]): ReadonlyMap<string, Key> {
  const known = byDigest.get(keys) as ReadonlyMap<string, Key> | undefined;
  if (known) return known;
  const made = new Map(keys.map((key) => [key.sha256, key]));
  byDigest.set(keys, made);
  return made;
}

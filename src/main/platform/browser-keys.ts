/**
 * Which browsers are paired: the extension's own origin and the SHA-256 of its key. Beside them the
 * secret with which we prove to all of them that it is us who listen.
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { newProofKey } from './server-proof.ts';
import { readIfThere, writePrivateFile } from './private-file.ts';
import { newToken, sameDigest, sha256 } from './tokens.ts';

const hex64 = z.string().regex(/^[0-9a-f]{64}$/);

const KeyFile = z.strictObject({
  proofKey: hex64,
  browsers: z.array(
    z.strictObject({
      id: z.string().regex(/^browser-[0-9a-f]{8}$/),
      name: z.string().max(100),
      origin: z.string().max(200),
      sha256: hex64,
      created: z.iso.datetime(),
    }),
  ),
});
type Kept = z.infer<typeof KeyFile>;
type StoredBrowser = Kept['browsers'][number];

export type PairedBrowser = Omit<StoredBrowser, 'sha256'>;

export interface NewBrowser {
  readonly browserId: string;
  /** Told once. */
  readonly key: string;
}

export class BrowserKeys {
  readonly #file: string;
  readonly #now: () => number;
  #kept: Kept = { proofKey: newProofKey(), browsers: [] };
  #writing: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string, now: () => number) {
    this.#file = path.join(dataDir, 'browser-keys.json');
    this.#now = now;
  }

  async load(): Promise<void> {
    const content = await readIfThere(this.#file);
    if (content === null) return;
    try {
      this.#kept = KeyFile.parse(JSON.parse(content.toString('utf8')));
    } catch {
      throw new Error(
        `${this.#file} cannot be read. Move it away and pair your browsers again, or restore it.`,
      );
    }
  }

  /** The same for every run, since browsers keep it. */
  get proofKey(): string {
    return this.#kept.proofKey;
  }

  async add({ name, origin }: Pick<PairedBrowser, 'name' | 'origin'>): Promise<NewBrowser> {
    const key = newToken('browser');
    const browserId = `browser-${randomBytes(4).toString('hex')}`;
    const created = new Date(this.#now()).toISOString();
    const stored = { id: browserId, name, origin, sha256: sha256(key), created };
    await this.#change((browsers) => [...browsers, stored]);
    return { browserId, key };
  }

  /** False when there is none. */
  async revoke(browserId: string): Promise<boolean> {
    const known = this.#kept.browsers.some(({ id }) => id === browserId);
    if (known) await this.#change((browsers) => browsers.filter(({ id }) => id !== browserId));
    return known;
  }

  list(): readonly PairedBrowser[] {
    return this.#kept.browsers.map(({ sha256: _digest, ...told }) => told);
  }

  find(browserId: string): PairedBrowser | null {
    return this.list().find(({ id }) => id === browserId) ?? null;
  }

  /** Looks at every key, so that the time taken does not tell which one was close. */
  ownerOf(key: string): string | null {
    const digest = sha256(key);
    let owner: string | null = null;
    for (const one of this.#kept.browsers) if (sameDigest(one.sha256, digest)) owner = one.id;
    return owner;
  }

  /** Resolves when everything changed so far is on disk. */
  async dispose(): Promise<void> {
    await this.#writing;
  }

  /** One after the other, so that none writes over what another has just written. */
  #change(change: (browsers: readonly StoredBrowser[]) => StoredBrowser[]): Promise<void> {
    const changing = this.#writing.then(async () => {
      const kept = { ...this.#kept, browsers: change(this.#kept.browsers) };
      await writePrivateFile(this.#file, `${JSON.stringify(kept, null, 2)}\n`);
      this.#kept = kept;
    });
    this.#writing = changing.catch(() => undefined);
    return changing;
  }
}

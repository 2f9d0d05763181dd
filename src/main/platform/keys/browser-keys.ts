/**
 * The paired browsers: each extension's origin and the SHA-256 of its key, and the secret with
 * which Gatehouse proves its identity to all of them.
 */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { KeyFile, keyIn } from './key-file.ts';
import { newProofKey } from './server-proof.ts';
import { newToken, sha256 } from './tokens.ts';

const hex64 = z.string().regex(/^[0-9a-f]{64}$/);

const StoredBrowsers = z.strictObject({
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
type StoredBrowsers = z.infer<typeof StoredBrowsers>;
type StoredBrowser = StoredBrowsers['browsers'][number];

export type PairedBrowser = Omit<StoredBrowser, 'sha256'>;

export interface NewBrowser {
  readonly browserId: string;
  /** Returned only once. */
  readonly key: string;
}

export class BrowserKeys {
  readonly #file: KeyFile<StoredBrowsers>;
  readonly #now: () => number;

  constructor(dataDir: string, now: () => number) {
    this.#file = new KeyFile({
      file: path.join(dataDir, 'browser-keys.json'),
      schema: StoredBrowsers,
      empty: { proofKey: newProofKey(), browsers: [] },
      howToStartOver: 'pair your browsers again',
    });
    this.#now = now;
  }

  load(): Promise<void> {
    return this.#file.load();
  }

  /** The same across restarts, because browsers store it. */
  get proofKey(): string {
    return this.#file.kept.proofKey;
  }

  async add({ name, origin }: Pick<PairedBrowser, 'name' | 'origin'>): Promise<NewBrowser> {
    const key = newToken('browser');
    const browserId = `browser-${randomBytes(4).toString('hex')}`;
    const created = new Date(this.#now()).toISOString();
    const stored = { id: browserId, name, origin, sha256: sha256(key), created };
    await this.#change((browsers) => [...browsers, stored]);
    return { browserId, key };
  }

  /** False if there is none. */
  async revoke(browserId: string): Promise<boolean> {
    const known = this.#file.kept.browsers.some(({ id }) => id === browserId);
    if (known) await this.#change((browsers) => browsers.filter(({ id }) => id !== browserId));
    return known;
  }

  list(): readonly PairedBrowser[] {
    return this.#file.kept.browsers.map(({ sha256: _digest, ...fields }) => fields);
  }

  find(browserId: string): PairedBrowser | null {
    return this.list().find(({ id }) => id === browserId) ?? null;
  }

  ownerOf(key: string, digest = sha256(key)): string | null {
    return keyIn(this.#file.kept.browsers, digest)?.id ?? null;
  }

  /** Resolves when everything changed so far is on disk. */
  dispose(): Promise<void> {
    return this.#file.dispose();
  }

  #change(change: (browsers: readonly StoredBrowser[]) => StoredBrowser[]): Promise<void> {
    return this.#file.change((kept) => ({ ...kept, browsers: change(kept.browsers) }));
  }
}

/**
 * Values of variables, headers and logins, encrypted with a key of the system's keyring. Without a
 * keyring that really encrypts, they are in a file that only the user can read.
 */
import path from 'node:path';
import { z } from 'zod';
import { KeyFile } from '../../platform/keys/key-file.ts';
import type { Keyring } from '../../platform/keys/install-key.ts';

const StoredSecret = z.union([
  z.strictObject({ sealed: z.base64() }),
  z.strictObject({ plain: z.string() }),
]);
const SecretsFile = z.strictObject({
  version: z.literal(1),
  servers: z.record(z.string(), z.record(z.string(), StoredSecret)),
});
type SecretsFile = z.infer<typeof SecretsFile>;
type StoredSecret = z.infer<typeof StoredSecret>;

export class SecretStore {
  readonly #file: KeyFile<SecretsFile>;
  readonly #keyring: Keyring;
  #error: string | null = null;

  constructor(dataDir: string, keyring: Keyring) {
    this.#keyring = keyring;
    this.#file = new KeyFile({
      file: path.join(dataDir, 'server-secrets.json'),
      schema: SecretsFile,
      empty: { version: 1, servers: {} },
      howToStartOver: 'set the values again',
    });
  }

  async load(): Promise<void> {
    try {
      await this.#file.load();
    } catch (error) {
      this.#error = error instanceof Error ? error.message : String(error);
    }
  }

  get error(): string | null {
    return this.#error;
  }

  has(server: string, name: string): boolean {
    return this.#stored(server, name) !== null;
  }

  /** Null if there is none, or the keyring is currently locked. */
  async read(server: string, name: string): Promise<string | null> {
    const stored = this.#stored(server, name);
    if (stored === null) return null;
    return 'plain' in stored
      ? stored.plain
      : this.#keyring.unseal(Buffer.from(stored.sealed, 'base64'));
  }

  async set(server: string, name: string, value: string | null): Promise<void> {
    if (this.#error !== null) throw new Error(this.#error);
    const stored = value === null ? null : await this.#sealed(value);
    await this.#file.change((kept) => {
      const { [name]: _earlier, ...others } = kept.servers[server] ?? {};
      const own = stored === null ? others : { ...others, [name]: stored };
      return { ...kept, servers: { ...kept.servers, [server]: own } };
    });
  }

  async removeAll(server: string): Promise<void> {
    if (this.#error !== null) return;
    await this.#file.change(({ servers: { [server]: _removed, ...servers }, ...kept }) => ({
      ...kept,
      servers,
    }));
  }

  dispose(): Promise<void> {
    return this.#file.dispose();
  }

  async #sealed(value: string): Promise<StoredSecret> {
    const sealed = await this.#keyring.fingerprint(value);
    return sealed ? { sealed: sealed.toString('base64') } : { plain: value };
  }

  #stored(server: string, name: string): StoredSecret | null {
    const own = Object.hasOwn(this.#file.kept.servers, server)
      ? this.#file.kept.servers[server]
      : undefined;
    return own && Object.hasOwn(own, name) ? (own[name] ?? null) : null;
  }
}

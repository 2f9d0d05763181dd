/**
 * Values of variables, headers and logins, encrypted with a key of the system's keyring. Without a
 * keyring that really encrypts, they are in a file that only the user can read.
 */
import { z } from 'zod';
import type { Keyring } from '../../platform/keys/install-key.ts';
import { ServerFile } from './server-file.ts';

const StoredSecret = z.union([
  z.strictObject({ sealed: z.base64() }),
  z.strictObject({ plain: z.string() }),
]);
const ServerSecrets = z.record(z.string(), StoredSecret);
type ServerSecrets = z.infer<typeof ServerSecrets>;
type StoredSecret = z.infer<typeof StoredSecret>;

export class SecretStore {
  readonly #file: ServerFile<ServerSecrets>;
  readonly #keyring: Keyring;

  constructor(dataDir: string, keyring: Keyring) {
    this.#keyring = keyring;
    this.#file = new ServerFile<ServerSecrets>({
      dataDir,
      name: 'server-secrets.json',
      entry: ServerSecrets,
      howToStartOver: 'set the values again',
    });
  }

  load(): Promise<void> {
    return this.#file.load();
  }

  get error(): string | null {
    return this.#file.error;
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
    if (this.error !== null) throw new Error(this.error);
    const stored = value === null ? null : await this.#sealed(value);
    await this.#file.change(server, (secrets) => {
      const { [name]: _earlier, ...others } = secrets ?? {};
      return stored === null ? others : { ...others, [name]: stored };
    });
  }

  async removeAll(server: string): Promise<void> {
    if (this.error === null) await this.#file.change(server, () => null);
  }

  dispose(): Promise<void> {
    return this.#file.dispose();
  }

  async #sealed(value: string): Promise<StoredSecret> {
    const sealed = await this.#keyring.fingerprint(value);
    return sealed ? { sealed: sealed.toString('base64') } : { plain: value };
  }

  #stored(server: string, name: string): StoredSecret | null {
    const own = this.#file.get(server);
    return own && Object.hasOwn(own, name) ? (own[name] ?? null) : null;
  }
}

/** Which clients may knock. Only the SHA-256 of a key is kept; the key itself is shown once. */
import path from 'node:path';
import { z } from 'zod';
import { ClientId } from '../../shared/ids.ts';
import { refused, type Refused } from '../../shared/outcomes.ts';
import { readIfThere, writePrivateFile } from './private-file.ts';
import { newToken, sameDigest, sha256 } from './tokens.ts';

const KeyFile = z.strictObject({
  keys: z.array(
    z.strictObject({ client: ClientId, sha256: z.string().length(64), created: z.iso.datetime() }),
  ),
});
type StoredKey = z.infer<typeof KeyFile>['keys'][number];

export interface ListedKey {
  readonly name: ClientId;
  readonly created: string;
}

export class ClientKeys {
  readonly #file: string;
  readonly #now: () => number;
  #keys: readonly StoredKey[] = [];

  constructor(dataDir: string, now: () => number) {
    this.#file = path.join(dataDir, 'client-keys.json');
    this.#now = now;
  }

  async load(): Promise<void> {
    const content = await readIfThere(this.#file);
    if (content === null) return;
    try {
      this.#keys = KeyFile.parse(JSON.parse(content.toString('utf8'))).keys;
    } catch {
      throw new Error(
        `${this.#file} cannot be read. Move it away and make new client keys, or restore it.`,
      );
    }
  }

  async add(client: ClientId): Promise<{ readonly key: string } | Refused> {
    if (this.#keys.some((key) => key.client === client)) return refused('name-taken');
    const key = newToken('client');
    const created = new Date(this.#now()).toISOString();
    await this.#replace([...this.#keys, { client, sha256: sha256(key), created }]);
    return { key };
  }

  async revoke(client: ClientId): Promise<Refused | null> {
    const rest = this.#keys.filter((key) => key.client !== client);
    if (rest.length === this.#keys.length) return refused('unknown-client');
    await this.#replace(rest);
    return null;
  }

  list(): readonly ListedKey[] {
    return this.#keys.map(({ client, created }) => ({ name: client, created }));
  }

  /** Looks at every key, so that the time taken does not tell which one was close. */
  ownerOf(key: string): ClientId | null {
    const digest = sha256(key);
    let owner: ClientId | null = null;
    for (const stored of this.#keys) if (sameDigest(stored.sha256, digest)) owner = stored.client;
    return owner;
  }

  async #replace(keys: readonly StoredKey[]): Promise<void> {
    await writePrivateFile(this.#file, `${JSON.stringify({ keys }, null, 2)}\n`);
    this.#keys = keys;
  }
}

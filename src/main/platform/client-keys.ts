/** Which clients may knock. Only the SHA-256 of a key is kept; the key itself is shown once. */
import path from 'node:path';
import { z } from 'zod';
import { Emitter } from '../../shared/base/emitter.ts';
import { ClientId } from '../../shared/ids.ts';
import { refused, type Refused } from '../../shared/outcomes.ts';
import { readIfThere, writePrivateFile } from './private-file.ts';
import { newToken, sameDigest, sha256 } from './tokens.ts';

const KeyFile = z.strictObject({
  keys: z.array(
    z.strictObject({
      client: ClientId,
      sha256: z.string().length(64),
      created: z.iso.datetime(),
      /** The program that used it first, or the one the person approved since. */
      executable: z.string().optional(),
      /** For a client that cannot send headers: the key may stand in the address, at the owner's risk. */
      inPath: z.boolean().optional(),
    }),
  ),
});
type StoredKey = z.infer<typeof KeyFile>['keys'][number];

export interface ListedKey {
  readonly name: ClientId;
  readonly created: string;
  readonly inPath?: true;
}

/** The MCP client inside a paired editor. */
export const editorClientOf = (pluginId: string): ClientId =>
  ClientId.parse(`editor-${pluginId.toLowerCase()}`.slice(0, 40));

export class ClientKeys {
  readonly #file: string;
  readonly #now: () => number;
  readonly #revoked = new Emitter<ClientId>();
  #keys: readonly StoredKey[] = [];
  #writing: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string, now: () => number) {
    this.#file = path.join(dataDir, 'client-keys.json');
    this.#now = now;
  }

  /** Whatever this client has open is to end. */
  readonly onRevoked = this.#revoked.on;

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

  async add(
    client: ClientId,
    { inPath = false }: { readonly inPath?: boolean } = {},
  ): Promise<{ readonly key: string } | Refused> {
    const key = newToken('client');
    const created = new Date(this.#now()).toISOString();
    const isTaken = (keys: readonly StoredKey[]): boolean =>
      keys.some((one) => one.client === client);
    await this.#change((keys) =>
      isTaken(keys)
        ? keys
        : [...keys, { client, sha256: sha256(key), created, ...(inPath ? { inPath } : {}) }],
    );
    return this.ownerOf(key) === null ? refused('name-taken') : { key };
  }

  /** For the MCP client inside a paired editor; its earlier key is worth nothing from then on. */
  async addForEditor(pluginId: string): Promise<string | null> {
    const client = editorClientOf(pluginId);
    await this.revoke(client);
    const added = await this.add(client);
    return 'key' in added ? added.key : null;
  }

  async revoke(client: ClientId): Promise<Refused | null> {
    let isThere = false;
    await this.#change((keys) => {
      const rest = keys.filter((key) => key.client !== client);
      isThere = rest.length < keys.length;
      return isThere ? rest : keys;
    });
    if (!isThere) return refused('unknown-client');
    this.#revoked.emit(client);
    return null;
  }

  list(): readonly ListedKey[] {
    return this.#keys.map(({ client, created, inPath }) => ({
      name: client,
      created,
      ...(inPath ? { inPath } : {}),
    }));
  }

  /** Looks at every key, so that the time taken does not tell which one was close. */
  ownerOf(key: string): ClientId | null {
    const digest = sha256(key);
    let owner: ClientId | null = null;
    for (const stored of this.#keys) if (sameDigest(stored.sha256, digest)) owner = stored.client;
    return owner;
  }

  /** Whether the owner let this client show its key in the address. */
  maySitInPath(client: ClientId): boolean {
    return this.#keys.some((key) => key.client === client && key.inPath === true);
  }

  /** Whether the key is known by this program; the first that uses it becomes it. */
  isKnown(client: ClientId, executable: string): boolean {
    const known = this.#keys.find((key) => key.client === client);
    if (known?.executable === undefined) void this.setExecutable(client, executable);
    return !known?.executable || known.executable === executable;
  }

  /** From now on the key is known by this program. Never rejects: it is only what is shown. */
  async setExecutable(client: ClientId, executable: string): Promise<void> {
    if (!this.#keys.some((key) => key.client === client)) return;
    const named = (keys: readonly StoredKey[]): readonly StoredKey[] =>
      keys.map((key) => (key.client === client ? { ...key, executable } : key));
    this.#keys = named(this.#keys);
    await this.#change(named).catch(() => undefined);
  }

  /** Resolves when everything is on disk. */
  async dispose(): Promise<void> {
    await this.#writing.catch(() => undefined);
  }

  /** One after the other, so that none undoes another. */
  #change(change: (keys: readonly StoredKey[]) => readonly StoredKey[]): Promise<void> {
    const changing = this.#writing
      .catch(() => undefined)
      .then(async () => {
        const keys = change(this.#keys);
        if (keys === this.#keys) return;
        await writePrivateFile(this.#file, `${JSON.stringify({ keys }, null, 2)}\n`);
        this.#keys = keys;
      });
    this.#writing = changing;
    return changing;
  }
}

/** The keys of clients. Only the SHA-256 of a key is stored; the key itself is shown once. */
import path from 'node:path';
import { z } from 'zod';
import { Emitter } from '../../../shared/base/emitter.ts';
import { ClientId } from '../../../shared/base/ids.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { PluginId } from '../../../shared/protocols/plugin-protocol.ts';
import { KeyFile, keyIn } from './key-file.ts';
import { newToken, sha256 } from './tokens.ts';

const StoredClientKeys = z.strictObject({
  keys: z.array(
    z.strictObject({
      client: ClientId,
      sha256: z.string().length(64),
      created: z.iso.datetime(),
      /** The program that first used the key, or that the user approved since. */
      executable: z.string().optional(),
      /**
       * For a client that cannot send headers: the key may be part of the URL, at the user's risk.
       */
      inPath: z.boolean().optional(),
      /** The exact plugin it was given to; no other plugin can replace it. */
      editor: PluginId.optional(),
    }),
  ),
});
type StoredClientKeys = z.infer<typeof StoredClientKeys>;
type StoredClientKey = StoredClientKeys['keys'][number];

export interface ListedKey {
  readonly name: ClientId;
  readonly created: string;
  readonly inPath?: true;
}

/** Several plugins can produce the same name, so the owner is stored with the key. */
export const editorName = (pluginId: string): ClientId =>
  ClientId.parse(`editor-${pluginId.toLowerCase()}`.slice(0, 40));

const letsEditorIn = (client: ClientId): string =>
  `If that key is an old one of this editor, \`gatehouse keys revoke ${client}\` lets it have a new one.`;

export class ClientKeys {
  readonly #file: KeyFile<StoredClientKeys>;
  readonly #now: () => number;
  readonly #revoked = new Emitter<ClientId>();

  constructor(dataDir: string, now: () => number) {
    this.#file = new KeyFile({
      file: path.join(dataDir, 'client-keys.json'),
      schema: StoredClientKeys,
      empty: { keys: [] },
      howToStartOver: 'make new client keys',
    });
    this.#now = now;
  }

  /** Everything this client has open must be closed. */
  readonly onRevoked = this.#revoked.on;

  load(): Promise<void> {
    return this.#file.load();
  }

  async add(
    client: ClientId,
    { inPath = false }: { readonly inPath?: boolean } = {},
  ): Promise<{ readonly key: string } | Refused> {
    const key = newToken('client');
    const stored = this.#stored(client, key, inPath ? { inPath } : {});
    await this.#change((keys) => (withName(keys, client) ? keys : [...keys, stored]));
    return this.ownerOf(key) === null ? refused('name-taken') : { key };
  }

  /**
   * Creates a key for the MCP client inside a paired editor; its earlier key stops working. A name
   * that the user or another plugin already uses stays theirs, and so does a key from before
   * owners were recorded.
   */
  async addForEditor(pluginId: string): Promise<{ readonly key: string } | Refused> {
    const key = newToken('client');
    const client = editorName(pluginId);
    const stored = this.#stored(client, key, { editor: pluginId });
    let earlier: StoredClientKey | undefined;
    await this.#change((keys) => {
      earlier = withName(keys, client);
      if (earlier && earlier.editor !== pluginId) return keys;
      return [...keys.filter((item) => item !== earlier), stored];
    });
    if (this.ownerOf(key) === null) {
      return { ...refused('name-taken'), hint: letsEditorIn(client) };
    }
    if (earlier) this.#revoked.emit(client);
    return { key };
  }

  /**
   * The client whose key is revoked together with that editor's, if there is one. A key from
   * before owners were recorded is matched by its name.
   */
  clientInEditor(pluginId: string): ClientId | null {
    const name = editorName(pluginId);
    const isIts = ({ client, editor }: StoredClientKey): boolean =>
      editor === undefined ? client === name : editor === pluginId;
    return this.#keys.find(isIts)?.client ?? null;
  }

  async revoke(client: ClientId): Promise<Refused | null> {
    let isThere = false;
    await this.#change((keys) => {
      isThere = withName(keys, client) !== undefined;
      return isThere ? keys.filter((key) => key.client !== client) : keys;
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

  ownerOf(key: string, digest = sha256(key)): ClientId | null {
    return keyIn(this.#keys, digest)?.client ?? null;
  }

  /** Identifies the client's current key; null if it has none. */
  markOf(client: ClientId): string | null {
    return withName(this.#keys, client)?.sha256 ?? null;
  }

  /** Whether the user allowed this client to put its key in the URL. */
  pathKeyAllowed(client: ClientId): boolean {
    return withName(this.#keys, client)?.inPath === true;
  }

  /**
   * Whether this program is the one known for the key; the first program that uses the key becomes
   * it.
   */
  isKnown(client: ClientId, executable: string): boolean {
    const known = withName(this.#keys, client);
    if (known?.executable === undefined) void this.setExecutable(client, executable);
    return !known?.executable || known.executable === executable;
  }

  /**
   * From now on this program is the one known for the key. Never rejects, because it is only
   * displayed.
   */
  async setExecutable(client: ClientId, executable: string): Promise<void> {
    if (!withName(this.#keys, client)) return;
    await this.#file.changeAtOnce(({ keys }) => ({
      keys: keys.map((key) => (key.client === client ? { ...key, executable } : key)),
    }));
  }

  /** Resolves when everything is on disk. */
  dispose(): Promise<void> {
    return this.#file.dispose();
  }

  get #keys(): readonly StoredClientKey[] {
    return this.#file.kept.keys;
  }

  #stored(
    client: ClientId,
    key: string,
    more: Pick<StoredClientKey, 'inPath' | 'editor'>,
  ): StoredClientKey {
    return { client, sha256: sha256(key), created: new Date(this.#now()).toISOString(), ...more };
  }

  #change(change: (keys: StoredClientKey[]) => StoredClientKey[]): Promise<void> {
    return this.#file.change((kept) => {
      const keys = change(kept.keys);
      return keys === kept.keys ? kept : { keys };
    });
  }
}

const withName = (
  keys: readonly StoredClientKey[],
  client: ClientId,
): StoredClientKey | undefined => keys.find((key) => key.client === client);

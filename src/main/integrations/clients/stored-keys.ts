/** One key per client, in a private file that the client's entry or `gatehouse stdio` reads. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { clientKeyFolder } from '../../../shared/integrations/client-key-folder.ts';
import { ClientId } from '../../../shared/base/ids.ts';
import type { Core } from '../../core/core.ts';
import type { ClientKeys } from '../../platform/keys/client-keys.ts';
import { readIfThere, writePrivateFile } from '../../platform/files/private-file.ts';
import { isError } from '../../../shared/actions/outcomes.ts';

interface Deps {
  readonly dataDir: string;
  readonly clientKeys: ClientKeys;
  readonly core: Pick<Core, 'sessions' | 'asks' | 'note'>;
}

export interface ClientKeyFile {
  readonly name: ClientId;
  readonly file: string;
  readonly key: string;
}

const maxNames = 20;

export class StoredKeys {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The name for a new key: the client's, unless it is taken. */
  async nameFor(client: string): Promise<ClientId> {
    const taken = new Set(this.#deps.clientKeys.list().map(({ name }) => name));
    for (let number = 1; number < maxNames; number += 1) {
      const name = ClientId.parse(number === 1 ? client : `${client}-${number}`);
      if (!taken.has(name) || (await this.#kept(name))) return name;
    }
    throw new Error(`There are too many keys of the name ${client}.`);
  }

  /** The name under which the hook's command looks for the key; null if a key of that name is elsewhere. */
  async ownName(client: string): Promise<ClientId | null> {
    const name = ClientId.parse(client);
    return !this.isLive(name) || (await this.#kept(name)) ? name : null;
  }

  fileOf(name: ClientId): string {
    return path.join(this.#deps.dataDir, clientKeyFolder, `${name}.key`);
  }

  isLive(name: ClientId): boolean {
    return this.#deps.clientKeys.list().some((key) => key.name === name);
  }

  /** The stored key, or a new one. */
  async take(name: ClientId): Promise<ClientKeyFile & { readonly isNew: boolean }> {
    const file = this.fileOf(name);
    const kept = await this.#kept(name);
    if (kept) return { name, file, key: kept, isNew: false };
    const made = await this.#deps.clientKeys.add(name);
    if (isError(made)) throw new Error(made.message);
    await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writePrivateFile(file, made.key);
    await this.#deps.core.note('client-key.added', name, 'person');
    return { name, file, key: made.key, isNew: true };
  }

  /** Revokes the key and ends what was opened with it. */
  async drop(name: ClientId): Promise<void> {
    const { core, clientKeys } = this.#deps;
    await clientKeys.revoke(name);
    await fs.rm(this.fileOf(name), { force: true });
    core.asks.withdrawAllOf(name);
    for (const { sessionId, agent, ended } of core.sessions.list())
      if (agent.clientId === name && !ended) core.sessions.end(sessionId, 'person');
    await core.note('client-key.revoked', name, 'person');
  }

  /** Null when the file contains no valid key. */
  async #kept(name: ClientId): Promise<string | null> {
    const key = (await readIfThere(this.fileOf(name)))?.toString('utf8').trim();
    return key && this.#deps.clientKeys.ownerOf(key) === name ? key : null;
  }
}

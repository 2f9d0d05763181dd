/** A key for each client, kept in a file of ours that its entry or `gatehouse stdio` reads. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { clientKeyFolder } from '../../../shared/client-key-folder.ts';
import { ClientId } from '../../../shared/ids.ts';
import type { Core } from '../../core/offers.ts';
import type { ClientKeys } from '../../platform/client-keys.ts';
import { readIfThere, writePrivateFile } from '../../platform/private-file.ts';

interface Deps {
  readonly dataDir: string;
  readonly clientKeys: ClientKeys;
  readonly core: Pick<Core, 'sessions' | 'asks' | 'note'>;
}

export interface HeldKey {
  readonly name: ClientId;
  readonly file: string;
  readonly key: string;
}

const mostNames = 20;

export class HeldKeys {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Under which name a new key would be made: the client's, unless somebody else has that. */
  async nameFor(client: string): Promise<ClientId> {
    const taken = new Set(this.#deps.clientKeys.list().map(({ name }) => name));
    for (let number = 1; number < mostNames; number += 1) {
      const name = ClientId.parse(number === 1 ? client : `${client}-${number}`);
      if (!taken.has(name) || (await this.#kept(name))) return name;
    }
    throw new Error(`There are too many keys of the name ${client}.`);
  }

  fileOf(name: ClientId): string {
    return path.join(this.#deps.dataDir, clientKeyFolder, `${name}.key`);
  }

  isLive(name: ClientId): boolean {
    return this.#deps.clientKeys.list().some((key) => key.name === name);
  }

  /** The one we keep already, or a new one. */
  async take(name: ClientId): Promise<HeldKey & { readonly isNew: boolean }> {
    const file = this.fileOf(name);
    const kept = await this.#kept(name);
    if (kept) return { name, file, key: kept, isNew: false };
    const made = await this.#deps.clientKeys.add(name);
    if ('kind' in made) throw new Error(made.message);
    await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writePrivateFile(file, made.key);
    await this.#deps.core.note('client-key.added', name, 'person');
    return { name, file, key: made.key, isNew: true };
  }

  /** It opens nothing any more, and what it had opened is closed. */
  async drop(name: ClientId): Promise<void> {
    const { core, clientKeys } = this.#deps;
    await clientKeys.revoke(name);
    await fs.rm(this.fileOf(name), { force: true });
    core.asks.withdrawAllOf(name);
    for (const { sessionId, agent, ended } of core.sessions.list())
      if (agent.clientId === name && !ended) core.sessions.end(sessionId, 'person');
    await core.note('client-key.revoked', name, 'person');
  }

  /** Null when the file holds no key that counts. */
  async #kept(name: ClientId): Promise<string | null> {
    const key = (await readIfThere(this.fileOf(name)))?.toString('utf8').trim();
    return key && this.#deps.clientKeys.ownerOf(key) === name ? key : null;
  }
}

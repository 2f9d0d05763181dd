/** Which plugins are paired. Only the SHA-256 of a key is kept; the key itself is told once. */
import path from 'node:path';
import { z } from 'zod';
import { PluginId } from '../../shared/plugin-protocol.ts';
import { readIfThere, writePrivateFile } from './private-file.ts';
import { newToken, sameDigest, sha256 } from './tokens.ts';

const KeyFile = z.strictObject({
  keys: z.array(
    z.strictObject({
      plugin: PluginId,
      name: z.string(),
      sha256: z.string().length(64),
      created: z.iso.datetime(),
      /** Switched off: it keeps its key, and the key opens nothing. */
      off: z.boolean().optional(),
      /** Its tools as they were last seen: name and SHA-256 of the definition. */
      tools: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
type StoredKey = z.infer<typeof KeyFile>['keys'][number];

export interface PairedPlugin {
  readonly pluginId: string;
  readonly name: string;
  readonly created: string;
  readonly enabled: boolean;
}

export class PluginKeys {
  readonly #file: string;
  readonly #now: () => number;
  #keys: readonly StoredKey[] = [];
  #writing: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string, now: () => number) {
    this.#file = path.join(dataDir, 'plugin-keys.json');
    this.#now = now;
  }

  async load(): Promise<void> {
    const content = await readIfThere(this.#file);
    if (content === null) return;
    try {
      this.#keys = KeyFile.parse(JSON.parse(content.toString('utf8'))).keys;
    } catch {
      throw new Error(
        `${this.#file} cannot be read. Move it away and pair your editors again, or restore it.`,
      );
    }
  }

  /** An earlier key of the same plugin is worth nothing from then on. */
  async add(pluginId: string, name: string): Promise<string> {
    const key = newToken('plugin');
    const created = new Date(this.#now()).toISOString();
    const stored = { plugin: pluginId, name, sha256: sha256(key), created };
    await this.#change((keys) => [...keys.filter(({ plugin }) => plugin !== pluginId), stored]);
    return key;
  }

  /** What is new or different since the last time; nothing, the first time. */
  async changedTools(pluginId: string, tools: ReadonlyMap<string, string>): Promise<string[]> {
    let changed: string[] = [];
    const seen = Object.fromEntries(tools);
    await this.#change((keys) => {
      const known = keys.find(({ plugin }) => plugin === pluginId);
      if (!known) return keys;
      const before = known.tools;
      if (before) changed = [...tools.keys()].filter((name) => before[name] !== seen[name]);
      const isSame = JSON.stringify(before) === JSON.stringify(seen);
      if (isSame) return keys;
      return keys.map((one) => (one.plugin === pluginId ? { ...one, tools: seen } : one));
    });
    return changed;
  }

  /** False when there is none. */
  async revoke(pluginId: string): Promise<boolean> {
    const known = this.#keys.some(({ plugin }) => plugin === pluginId);
    if (known) await this.#change((keys) => keys.filter(({ plugin }) => plugin !== pluginId));
    return known;
  }

  /** False when there is none. */
  async setEnabled(pluginId: string, enabled: boolean): Promise<boolean> {
    const known = this.#keys.some(({ plugin }) => plugin === pluginId);
    await this.#change((keys) =>
      keys.map((one) => (one.plugin === pluginId ? { ...one, off: !enabled } : one)),
    );
    return known;
  }

  list(): readonly PairedPlugin[] {
    return this.#keys.map(({ plugin, name, created, off = false }) => ({
      pluginId: plugin,
      name,
      created,
      enabled: !off,
    }));
  }

  /** Resolves when everything changed so far is on disk. */
  async dispose(): Promise<void> {
    await this.#writing;
  }

  /** Looks at every key, so that the time taken does not tell which one was close. */
  ownerOf(key: string): string | null {
    const digest = sha256(key);
    let owner: string | null = null;
    for (const stored of this.#keys) {
      if (sameDigest(stored.sha256, digest) && !stored.off) owner = stored.plugin;
    }
    return owner;
  }

  /** One after the other, so that none writes over what another has just written. */
  #change(change: (keys: readonly StoredKey[]) => readonly StoredKey[]): Promise<void> {
    const changing = this.#writing.then(async () => {
      const keys = change(this.#keys);
      if (keys === this.#keys) return;
      await writePrivateFile(this.#file, `${JSON.stringify({ keys }, null, 2)}\n`);
      this.#keys = keys;
    });
    this.#writing = changing.catch(() => undefined);
    return changing;
  }
}

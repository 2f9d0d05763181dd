/** The keys of paired plugins. Only the SHA-256 of a key is stored; the key itself is sent once. */
import path from 'node:path';
import { z } from 'zod';
import { PluginId } from '../../../shared/protocols/plugin-protocol.ts';
import { KeyFile, keyIn } from './key-file.ts';
import { newToken, sha256 } from './tokens.ts';

const StoredPluginKeys = z.strictObject({
  keys: z.array(
    z.strictObject({
      plugin: PluginId,
      name: z.string(),
      sha256: z.string().length(64),
      created: z.iso.datetime(),
      /** Disabled: the plugin keeps its key, but the key gives no access. */
      off: z.boolean().optional(),
      /** Its tools as last seen: name and SHA-256 of the definition. */
      tools: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
type StoredPluginKeys = z.infer<typeof StoredPluginKeys>;
type StoredPluginKey = StoredPluginKeys['keys'][number];

export interface PairedPlugin {
  readonly pluginId: string;
  readonly name: string;
  readonly created: string;
  readonly enabled: boolean;
}

export class PluginKeys {
  readonly #file: KeyFile<StoredPluginKeys>;
  readonly #now: () => number;

  constructor(dataDir: string, now: () => number) {
    this.#file = new KeyFile({
      file: path.join(dataDir, 'plugin-keys.json'),
      schema: StoredPluginKeys,
      empty: { keys: [] },
      howToStartOver: 'pair your editors again',
    });
    this.#now = now;
  }

  load(): Promise<void> {
    return this.#file.load();
  }

  /** An earlier key of the same plugin stops working. */
  async add(pluginId: string, name: string): Promise<string> {
    const key = newToken('plugin');
    const created = new Date(this.#now()).toISOString();
    const stored = { plugin: pluginId, name, sha256: sha256(key), created };
    await this.#change((keys) => [...keys.filter(({ plugin }) => plugin !== pluginId), stored]);
    return key;
  }

  /** What is new or changed since the last connection; empty the first time. */
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
      return keys.map((item) => (item.plugin === pluginId ? { ...item, tools: seen } : item));
    });
    return changed;
  }

  /** False if there is none. */
  async revoke(pluginId: string): Promise<boolean> {
    const known = this.#keys.some(({ plugin }) => plugin === pluginId);
    if (known) await this.#change((keys) => keys.filter(({ plugin }) => plugin !== pluginId));
    return known;
  }

  /** False if there is none. */
  async setEnabled(pluginId: string, enabled: boolean): Promise<boolean> {
    const known = this.#keys.some(({ plugin }) => plugin === pluginId);
    await this.#change((keys) =>
      keys.map((item) => (item.plugin === pluginId ? { ...item, off: !enabled } : item)),
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

  /** The key of a disabled plugin gives no access. */
  ownerOf(key: string, digest = sha256(key)): string | null {
    const found = keyIn(this.#keys, digest);
    return found && !found.off ? found.plugin : null;
  }

  /** Resolves when everything changed so far is on disk. */
  dispose(): Promise<void> {
    return this.#file.dispose();
  }

  get #keys(): readonly StoredPluginKey[] {
    return this.#file.kept.keys;
  }

  #change(change: (keys: StoredPluginKey[]) => StoredPluginKey[]): Promise<void> {
    return this.#file.change((kept) => {
      const keys = change(kept.keys);
      return keys === kept.keys ? kept : { keys };
    });
  }
}

/**
 * The servers that the user added, with their policies and their visibility. Contains no secret
 * values. While it cannot be read, no server runs.
 */
import path from 'node:path';
import { z } from 'zod';
import { ServerSpec, type ServerPayload } from '../../../shared/servers/server-commands.ts';
import { toolPolicies } from '../../../shared/servers/server-views.ts';
import { KeyFile } from '../../platform/keys/key-file.ts';

const clients = z.array(z.string().max(200)).max(1_000);

export const StoredServer = z.strictObject({
  spec: ServerSpec,
  isEnabled: z.boolean(),
  policies: z.record(z.string(), z.enum(toolPolicies)),
  /** Clients that cannot see it. */
  hiddenFrom: clients,
  /** The same for single tools. */
  toolsHiddenFrom: z.record(z.string(), clients),
  usedBy: clients,
  lastUsedAt: z.number().nullable(),
});
export type StoredServer = Readonly<z.infer<typeof StoredServer>>;

const ServersFile = z.strictObject({
  version: z.literal(1),
  servers: z.record(z.string(), StoredServer),
});
type ServersFile = z.infer<typeof ServersFile>;

export const newServer = (spec: ServerSpec): StoredServer => ({
  ...{ spec, isEnabled: true, policies: {}, hiddenFrom: [], toolsHiddenFrom: {} },
  ...{ usedBy: [], lastUsedAt: null },
});

export class ServerStore {
  readonly #file: KeyFile<ServersFile>;
  #error: string | null = null;

  constructor(dataDir: string) {
    this.#file = new KeyFile({
      file: path.join(dataDir, 'servers.json'),
      schema: ServersFile,
      empty: { version: 1, servers: {} },
      howToStartOver: 'add your servers again',
    });
  }

  async load(): Promise<void> {
    try {
      await this.#file.load();
    } catch (error) {
      this.#error = error instanceof Error ? error.message : String(error);
    }
  }

  /** Why no server runs. */
  get error(): string | null {
    return this.#error;
  }

  names(): readonly string[] {
    return Object.keys(this.#file.kept.servers).toSorted();
  }

  get(name: string): StoredServer | null {
    const { servers } = this.#file.kept;
    return (Object.hasOwn(servers, name) ? servers[name] : undefined) ?? null;
  }

  async put(name: string, server: StoredServer): Promise<void> {
    if (this.#error !== null) throw new Error(this.#error);
    await this.#file.change((kept) => ({
      ...kept,
      servers: { ...kept.servers, [name]: server },
    }));
  }

  /** Nothing if the server no longer exists. */
  async change(name: string, change: (server: StoredServer) => StoredServer): Promise<void> {
    if (this.#error !== null) throw new Error(this.#error);
    await this.#file.change((kept) => {
      const known = Object.hasOwn(kept.servers, name) ? kept.servers[name] : undefined;
      return known ? { ...kept, servers: { ...kept.servers, [name]: change(known) } } : kept;
    });
  }

  async remove(name: string): Promise<void> {
    if (this.#error !== null) throw new Error(this.#error);
    await this.#file.change(({ servers: { [name]: _removed, ...servers }, ...kept }) => ({
      ...kept,
      servers,
    }));
  }

  dispose(): Promise<void> {
    return this.#file.dispose();
  }
}

export function withVisibility(
  stored: StoredServer,
  { tool, client, isVisible }: ServerPayload<'servers:set-visible'>,
): StoredServer {
  const changed = (hidden: readonly string[]): string[] => {
    const others = hidden.filter((one) => one !== client);
    return isVisible ? others : [...others, client];
  };
  if (tool === null) return { ...stored, hiddenFrom: changed(stored.hiddenFrom) };
  const { toolsHiddenFrom } = stored;
  const own = Object.hasOwn(toolsHiddenFrom, tool) ? (toolsHiddenFrom[tool] ?? []) : [];
  return { ...stored, toolsHiddenFrom: { ...toolsHiddenFrom, [tool]: changed(own) } };
}

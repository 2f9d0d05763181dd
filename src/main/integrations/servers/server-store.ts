/**
 * The servers that the user added, with their policies and their visibility. Contains no secret
 * values. While it cannot be read, no server runs.
 */
import { z } from 'zod';
import { ServerSpec, type ServerPayload } from '../../../shared/servers/server-commands.ts';
import { toolPolicies } from '../../../shared/servers/server-views.ts';
import { ServerFile } from './server-file.ts';

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

export const newServer = (spec: ServerSpec): StoredServer => ({
  ...{ spec, isEnabled: true, policies: {}, hiddenFrom: [], toolsHiddenFrom: {} },
  ...{ usedBy: [], lastUsedAt: null },
});

export class ServerStore {
  readonly #file: ServerFile<StoredServer>;

  constructor(dataDir: string) {
    this.#file = new ServerFile<StoredServer>({
      dataDir,
      name: 'servers.json',
      entry: StoredServer,
      howToStartOver: 'add your servers again',
    });
  }

  load(): Promise<void> {
    return this.#file.load();
  }

  /** Why no server runs. */
  get error(): string | null {
    return this.#file.error;
  }

  names(): readonly string[] {
    return this.#file.names();
  }

  get(name: string): StoredServer | null {
    return this.#file.get(name);
  }

  put(name: string, server: StoredServer): Promise<void> {
    return this.#file.change(name, () => server);
  }

  /** Nothing if the server no longer exists. */
  change(name: string, change: (server: StoredServer) => StoredServer): Promise<void> {
    return this.#file.change(name, (server) => server && change(server));
  }

  remove(name: string): Promise<void> {
    return this.#file.change(name, () => null);
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
    const others = hidden.filter((item) => item !== client);
    return isVisible ? others : [...others, client];
  };
  if (tool === null) return { ...stored, hiddenFrom: changed(stored.hiddenFrom) };
  const { toolsHiddenFrom } = stored;
  const own = Object.hasOwn(toolsHiddenFrom, tool) ? (toolsHiddenFrom[tool] ?? []) : [];
  return { ...stored, toolsHiddenFrom: { ...toolsHiddenFrom, [tool]: changed(own) } };
}

/** One MCP session of the initialize era: the SDK's server on a transport of ours. */
import type { ClientId } from '../../../shared/ids.ts';
import { LegacyTransport } from './legacy-transport.ts';
import type { Registry } from './registry.ts';
import { registryServer, tell } from './registry-server.ts';

export interface LegacySession {
  readonly clientId: ClientId;
  readonly transport: LegacyTransport;
  lastUsed: number;
  close(): Promise<void>;
}

interface Opening {
  readonly id: string;
  readonly clientId: ClientId;
  readonly registry: Registry;
  readonly lastUsed: number;
  readonly closed: () => void;
}

export async function openLegacySession(opening: Opening): Promise<LegacySession> {
  const { id, clientId, registry, lastUsed, closed } = opening;
  const transport = new LegacyTransport(id);
  const server = registryServer(registry, (request) => transport.callerOf(request));
  const following = registry.follow(clientId, (list) => tell(server, list));
  server.onclose = () => {
    void following.dispose();
    closed();
  };
  await server.connect(transport);
  return { clientId, transport, lastUsed, close: () => server.close() };
}

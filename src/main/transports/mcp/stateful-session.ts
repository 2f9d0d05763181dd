/**
 * One stateful MCP session: the registry answers requests; the SDK's server handles the handshake
 * and requests to the client.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Agent } from '../../../shared/access/access.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { agentOf, type McpCaller } from './caller.ts';
import { StatefulTransport } from './stateful-transport.ts';
import { DirectAnswers } from './direct-answers.ts';
import { noSuchMethod, type McpRegistry } from './registry.ts';
import { notifyListChanged } from './registry-server.ts';

export interface StatefulMcpSession {
  readonly clientId: ClientId;
  readonly transport: StatefulTransport;
  lastUsed: number;
  close(): Promise<void>;
}

interface Opening {
  readonly id: string;
  readonly clientId: ClientId;
  readonly registry: McpRegistry;
  readonly lastUsed: number;
  readonly closed: () => void;
  readonly onError: (text: string) => void;
}

export async function openStatefulSession(opening: Opening): Promise<StatefulMcpSession> {
  const { id, clientId, registry, lastUsed, closed, onError } = opening;
  const { about, capabilities, instructions, answers } = registry;
  const server = new Server({ ...about }, { capabilities, instructions });
  const own = new DirectAnswers({
    answers,
    agentOf: agentsOf(server),
    // Ignored: the client may be gone, and waits end by their signal.
    sendNotification: (related, method, params) =>
      transport.sendNotification({ jsonrpc: '2.0', method, params }, related),
    ask: (relatedRequestId, method, params) =>
      server.request({ method, params }, ResultSchema, { relatedRequestId }),
    onError,
  });
  const transport = new StatefulTransport(id, own);
  server.fallbackRequestHandler = ({ method }) => Promise.reject(noSuchMethod(method));
  const following = registry.follow(clientId, (list) => notifyListChanged(server, list));
  server.onclose = () => {
    void following.dispose();
    closed();
  };
  await server.connect(transport);
  return { clientId, transport, lastUsed, close: () => server.close() };
}

/** Cached, since the caller is usually the same for every request. */
function agentsOf(server: Server): (caller: McpCaller) => Agent {
  let last: Agent | null = null;
  return (caller) => {
    if (last?.verified !== caller.verified || last?.remote !== caller.remote) last = null;
    return (last ??= agentOf(caller, server.getClientVersion()));
  };
}

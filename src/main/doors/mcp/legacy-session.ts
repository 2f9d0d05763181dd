/**
 * One MCP session of the initialize era: the registry answers, and the SDK's server on a transport of
 * ours keeps the handshake and what is asked back.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Agent } from '../../../shared/access.ts';
import type { ClientId } from '../../../shared/ids.ts';
import { agentOf, type Caller } from './caller.ts';
import { LegacyTransport } from './legacy-transport.ts';
import { OwnAnswers } from './own-answers.ts';
import { noSuchMethod, type Registry } from './registry.ts';
import { tell } from './registry-server.ts';

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
  readonly onTrouble: (text: string) => void;
}

export async function openLegacySession(opening: Opening): Promise<LegacySession> {
  const { id, clientId, registry, lastUsed, closed, onTrouble } = opening;
  const { about, capabilities, instructions, answers } = registry;
  const server = new Server({ ...about }, { capabilities, instructions });
  const own = new OwnAnswers({
    answers,
    agentOf: agentsOf(server),
    // The client may be gone by now; a wait ends by its signal, not by this.
    tell: (related, method, params) => transport.tell({ jsonrpc: '2.0', method, params }, related),
    ask: (relatedRequestId, method, params) =>
      server.request({ method, params }, ResultSchema, { relatedRequestId }),
    onTrouble,
  });
  const transport = new LegacyTransport(id, own);
  server.fallbackRequestHandler = ({ method }) => Promise.reject(noSuchMethod(method));
  const following = registry.follow(clientId, (list) => tell(server, list));
  server.onclose = () => {
    void following.dispose();
    closed();
  };
  await server.connect(transport);
  return { clientId, transport, lastUsed, close: () => server.close() };
}

/** Who calls is the same from one request to the next, as a rule. */
function agentsOf(server: Server): (caller: Caller) => Agent {
  let last: Agent | null = null;
  return (caller) => {
    if (last?.verified !== caller.verified) last = null;
    return (last ??= agentOf(caller, server.getClientVersion()));
  };
}

/** One MCP session of the initialize era: the SDK's server on a transport of ours. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  ResultSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { ClientId } from '../../../shared/ids.ts';
import { agentOf, type Caller } from './caller.ts';
import { LegacyTransport } from './legacy-transport.ts';
import {
  ProtocolProblem,
  rpc,
  type ChangedList,
  type Exchange,
  type Registry,
} from './registry.ts';

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

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

export async function openLegacySession(opening: Opening): Promise<LegacySession> {
  const { id, clientId, registry, lastUsed, closed } = opening;
  const { about, capabilities, instructions, answers } = registry;
  const transport = new LegacyTransport(id);
  const server = new Server({ ...about }, { capabilities, instructions });
  server.fallbackRequestHandler = async ({ method, params = {} }, extra) => {
    const answer = Object.hasOwn(answers, method) ? answers[method] : undefined;
    if (!answer) throw new ProtocolProblem(rpc.methodNotFound, `There is no method ${method}.`);
    const caller = transport.callerOf(extra.requestId);
    if (!caller) throw new ProtocolProblem(rpc.invalidRequest, 'Nobody waits for this answer.');
    return answer(params, exchangeOf(server, caller, extra));
  };
  const following = registry.follow(clientId, (list) => tell(server, list));
  server.onclose = () => {
    void following.dispose();
    closed();
  };
  await server.connect(transport);
  return { clientId, transport, lastUsed, close: () => server.close() };
}

/** Nobody may be listening; the list is asked for anew at the next connection. */
function tell(server: Server, list: ChangedList): void {
  server.notification({ method: `notifications/${list}/list_changed` }).catch(() => undefined);
}

function exchangeOf(server: Server, caller: Caller, extra: Extra): Exchange {
  return {
    agent: agentOf(caller, server.getClientVersion()),
    claimedWorkspace: caller.claimedWorkspace,
    signal: extra.signal,
    progressToken: extra._meta?.progressToken,
    notify(method, params) {
      // The client may be gone by now; a wait ends by its signal, not by this.
      const notification = { method, params } as ServerNotification;
      extra.sendNotification(notification).catch(() => undefined);
    },
    request: (method, params) =>
      extra.sendRequest({ method, params } as ServerRequest, ResultSchema),
  };
}

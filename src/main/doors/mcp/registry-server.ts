/** The SDK's server of the initialize era, answering from a registry, whatever carries its messages. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  ResultSchema,
  type RequestId,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { agentOf, type Caller } from './caller.ts';
import {
  noSuchMethod,
  ProtocolProblem,
  rpc,
  type ChangedList,
  type Exchange,
  type Registry,
} from './registry.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const nobodyWaits = new ProtocolProblem(
  rpc.invalidRequest,
  'Nobody waits for this answer.',
  'Send the request again.',
);

/** `callerOf`: who sent a request that is still open. */
export function registryServer(
  registry: Registry,
  callerOf: (id: RequestId) => Caller | null,
): Server {
  const { about, capabilities, instructions, answers } = registry;
  const server = new Server({ ...about }, { capabilities, instructions });
  server.fallbackRequestHandler = async ({ method, params = {} }, extra) => {
    const answer = Object.hasOwn(answers, method) ? answers[method] : undefined;
    if (!answer) throw noSuchMethod(method);
    const caller = callerOf(extra.requestId);
    if (!caller) throw nobodyWaits;
    return answer(params, exchangeOf(server, caller, extra));
  };
  return server;
}

/** Nobody may be listening; the list is asked for anew at the next connection. */
export function tell(server: Server, list: ChangedList): void {
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

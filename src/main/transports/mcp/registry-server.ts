/** The SDK's server for stateful MCP, with the registry's methods, for any transport. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  ResultSchema,
  type RequestId,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { rpcCodes } from '../../../shared/protocols/json-rpc.ts';
import { agentOf, type McpCaller } from './exchange.ts';
import { ProtocolError, unknownMethod } from './protocol-error.ts';
import type { ChangedList, Exchange, McpRegistry } from './registry.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const nobodyWaits = new ProtocolError(
  rpcCodes.invalidRequest,
  'Nothing is waiting for this response.',
  'Send the request again.',
);

/** `callerOf` returns the sender of an open request. */
export function registryServer(
  registry: McpRegistry,
  callerOf: (id: RequestId) => McpCaller | null,
): Server {
  const { about, capabilities, instructions, answers } = registry;
  const server = new Server({ ...about }, { capabilities, instructions });
  server.fallbackRequestHandler = async ({ method, params = {} }, extra) => {
    const answer = Object.hasOwn(answers, method) ? answers[method] : undefined;
    if (!answer) throw unknownMethod(method);
    const caller = callerOf(extra.requestId);
    if (!caller) throw nobodyWaits;
    return answer(params, exchangeOf(server, caller, extra));
  };
  return server;
}

/** Errors are ignored: a client that is gone requests the list again when it reconnects. */
export function notifyListChanged(server: Server, list: ChangedList): void {
  server.notification({ method: `notifications/${list}/list_changed` }).catch(() => undefined);
}

function exchangeOf(server: Server, caller: McpCaller, extra: Extra): Exchange {
  return {
    agent: agentOf(caller, server.getClientVersion()),
    claimedWorkspace: caller.claimedWorkspace,
    signal: extra.signal,
    progressToken: extra._meta?.progressToken,
    notify(method, params) {
      // Ignored: the client may be gone, and waits end by their signal.
      const notification = { method, params } as ServerNotification;
      extra.sendNotification(notification).catch(() => undefined);
    },
    request: (method, params) =>
      extra.sendRequest({ method, params } as ServerRequest, ResultSchema),
  };
}

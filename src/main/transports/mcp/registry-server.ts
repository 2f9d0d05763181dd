/** The SDK's server for stateful MCP, with the registry's methods, for any transport. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  ResultSchema,
  type RequestId,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { Disposables } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { rpcCodes } from '../../../shared/protocols/json-rpc.ts';
import { agentOf, type McpCaller } from './exchange.ts';
import { ProtocolError, unknownMethod } from './protocol-error.ts';
import type { ChangedList, Exchange, McpRegistry } from './registry.ts';
import { ResourceFollows } from './resource-follows.ts';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const nobodyWaits = new ProtocolError(
  rpcCodes.invalidRequest,
  'Nothing is waiting for this response.',
  'Send the request again.',
);

/** It tells the client of changes until it is closed. `callerOf` returns the sender of an open request. */
export function registryServer(
  registry: McpRegistry,
  clientId: ClientId,
  callerOf: (id: RequestId) => McpCaller | null,
): Server {
  const { about, capabilities, answers } = registry;
  const instructions = registry.instructionsFor(clientId);
  const server = new Server({ ...about }, { capabilities, instructions });
  const follows = new ResourceFollows((uri) => notifyUpdated(server, uri));
  const following = new Disposables();
  following.add(registry.follow(clientId, (list) => notifyListChanged(server, list)));
  following.add(registry.passOnUpdates(clientId, follows));
  server.onclose = () => void following.dispose();
  server.fallbackRequestHandler = async ({ method, params = {} }, extra) => {
    const answer = Object.hasOwn(answers, method) ? answers[method] : undefined;
    if (!answer) throw unknownMethod(method);
    const caller = callerOf(extra.requestId);
    if (!caller) throw nobodyWaits;
    return answer(params, exchangeOf({ server, follows }, caller, extra));
  };
  return server;
}

/** Errors are ignored: a client that is gone requests the list again when it reconnects. */
export function notifyListChanged(server: Server, list: ChangedList): void {
  server.notification({ method: `notifications/${list}/list_changed` }).catch(() => undefined);
}

export function notifyUpdated(server: Server, uri: string): void {
  const message = { method: 'notifications/resources/updated', params: { uri } } as const;
  server.notification(message).catch(() => undefined);
}

interface OpenServer {
  readonly server: Server;
  readonly follows: ResourceFollows;
}

function exchangeOf({ server, follows }: OpenServer, caller: McpCaller, extra: Extra): Exchange {
  return {
    follows,
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

/**
 * Following resources of MCP servers behind the gate. To begin is a call through the gate; after that the
 * client hears of changes for as long as it holds the server's scope and sees the server.
 */
import { z } from 'zod';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { rpcCodes } from '../../../shared/protocols/json-rpc.ts';
import { serverActionName } from '../../core/core.ts';
import { parsedParams, ProtocolError, unknownMethod } from './protocol-error.ts';
import type { Exchange, MethodHandler } from './registry.ts';
import type { ResourceFollows } from './resource-follows.ts';
import { dataOf, serversFor, type ForwardingDeps } from './server-forwarding.ts';
import { ownAddress } from './server-results.ts';

const followParams = z.object({ uri: z.string().max(8192) });

export function followAnswers(deps: ForwardingDeps): Readonly<Record<string, MethodHandler>> {
  return {
    async 'resources/subscribe'(params, exchange) {
      const { uri } = parsedParams(followParams, params);
      if (!exchange.follows) throw unknownMethod('resources/subscribe');
      await follow(deps, uri, exchange.follows, exchange);
      return {};
    },
    'resources/unsubscribe'(params, { follows }) {
      const { uri } = parsedParams(followParams, params);
      if (!follows) throw unknownMethod('resources/unsubscribe');
      follows.remove(uri);
      return {};
    },
  };
}

async function follow(
  deps: ForwardingDeps,
  address: string,
  follows: ResourceFollows,
  exchange: Exchange,
): Promise<void> {
  const there = ownAddress(address);
  if (!there) throw notFollowed;
  if (follows.has(address)) return;
  if (follows.isFull) throw tooMany;
  const action = serverActionName(there.server, 'subscription');
  // A file is followed by its real path, which was checked.
  const { uri } = dataOf(await deps.run(action, { uri: there.uri }, exchange));
  const server = serversFor(deps, exchange.agent.clientId).find(
    ({ name }) => name === there.server,
  );
  if (!server || typeof uri !== 'string' || follows.isFull) throw tooMany;
  follows.add(address, { server: there.server, uri, subscription: server.follow(uri) });
}

/** Until disposed; then it follows nothing any more. */
export function passOnUpdates(
  deps: Pick<ForwardingDeps, 'core' | 'servers'>,
  clientId: ClientId,
  follows: ResourceFollows,
): Disposable {
  const mayFollow = (server: string): boolean =>
    serversFor(deps, clientId).some(({ name }) => name === server);
  const following = new Disposables();
  following.add(follows);
  following.add(
    deps.servers.onResourceUpdated((server, uri) => {
      // A server may send thousands a second.
      if (!follows.wants(server, uri)) return;
      follows.keepOnly(mayFollow);
      follows.updated(server, uri);
    }),
  );
  following.add(
    deps.core.sessions.onEnded(({ agent }) => {
      if (agent.clientId === clientId) follows.keepOnly(mayFollow);
    }),
  );
  return following;
}

const notFollowed = new ProtocolError(
  rpcCodes.badRequest,
  'This resource cannot be followed.',
  'Only resources of MCP servers can: those whose address starts with mcp+.',
);

const tooMany = new ProtocolError(
  rpcCodes.badRequest,
  'Too many resources are followed over this connection, or the server was turned off.',
  'Unsubscribe from others first.',
);

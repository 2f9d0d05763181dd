/**
 * Stateless MCP names what it follows in one subscriptions/listen request. Each resource of a server is a
 * call through the gate first; until the response ends, changes are told to it.
 */
import type { ServerResponse } from 'node:http';
import { z } from 'zod';
import { metaKeys } from '../../../shared/protocols/mcp-versions.ts';
import { agentOf, type McpCaller } from './exchange.ts';
import { noServerRequests } from './protocol-error.ts';
import type { Exchange, McpRegistry } from './registry.ts';
import { ResourceFollows } from './resource-follows.ts';

const Listening = z.looseObject({
  method: z.literal('subscriptions/listen'),
  params: z.looseObject({
    _meta: z.looseObject({}).optional(),
    notifications: z.looseObject({ resourceSubscriptions: z.array(z.string()) }),
  }),
});

/** As many as one connection may follow. */
const mostListened = 100;

interface Listener {
  readonly registry: McpRegistry;
  readonly caller: McpCaller;
  readonly response: ServerResponse;
  readonly resourceUpdated: (uri: string) => void;
}

/** What may not be followed is taken out of the request, so the answer does not promise it. */
export async function followListed(body: unknown, listener: Listener): Promise<void> {
  const { success, data } = Listening.safeParse(body);
  if (!success || data.params.notifications.resourceSubscriptions.length === 0) return;
  const { registry, caller, response, resourceUpdated } = listener;
  const wanted = data.params.notifications.resourceSubscriptions;
  const follows = new ResourceFollows(resourceUpdated);
  const passingOn = registry.passOnUpdates(caller.clientId, follows);
  const gone = new AbortController();
  response.once('close', () => {
    gone.abort();
    void passingOn.dispose();
  });
  const exchange: Exchange = {
    agent: agentOf(caller, claimedBy(data.params._meta?.[metaKeys.clientInfo])),
    ...{ claimedWorkspace: caller.claimedWorkspace, follows, signal: gone.signal },
    progressToken: undefined,
    notify: () => undefined,
    request: () => Promise.reject(noServerRequests),
  };
  for (const uri of new Set(wanted.slice(0, mostListened)))
    if (!gone.signal.aborted) await followOne(registry, uri, exchange);
  const { notifications } = (body as z.infer<typeof Listening>).params;
  notifications.resourceSubscriptions = wanted.filter((uri) => follows.has(uri));
}

/** A refusal is in the ledger; the other resources are followed all the same. */
async function followOne({ answers }: McpRegistry, uri: string, exchange: Exchange): Promise<void> {
  try {
    await answers['resources/subscribe']?.({ uri }, exchange);
  } catch {
    // It is left out of the answer.
  }
}

const Claimed = z.looseObject({ name: z.string(), version: z.string().optional() });

function claimedBy(info: unknown): z.infer<typeof Claimed> | undefined {
  const { success, data } = Claimed.safeParse(info);
  return success ? data : undefined;
}

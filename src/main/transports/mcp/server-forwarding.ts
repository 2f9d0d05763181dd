/**
 * Resources, prompts and completion of MCP servers behind the gate. Their lists are for clients that hold
 * the server's scope; reading, getting and completing are calls through the gate. Addresses and names
 * contain the server's name, so that two servers cannot take each other's place.
 */
import { z } from 'zod';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { serverScope } from '../../../shared/access/scopes.ts';
import { isError, type Outcome } from '../../../shared/actions/outcomes.ts';
import { rpcCodes } from '../../../shared/protocols/json-rpc.ts';
import {
  serverActionName,
  type Core,
  type ForwardedServer,
  type ServerForwarding,
} from '../../core/core.ts';
import { parsedParams, ProtocolError } from './protocol-error.ts';
import type { ChangedList, Exchange, MethodHandler, Params } from './registry.ts';
import {
  linkedBack,
  namespaced,
  originMeta,
  ownAddress,
  ownPrompt,
  promptName,
} from './server-results.ts';

type MethodHandlers = Readonly<Record<string, MethodHandler>>;

export interface ForwardingDeps {
  readonly core: Pick<Core, 'sessions'>;
  readonly servers: ServerForwarding;
  /** Carries out a call, with access asked for where it is missing. */
  readonly run: (action: string, args: unknown, exchange: Exchange) => Promise<Outcome>;
  /** Gatehouse's own. */
  readonly own: MethodHandlers;
}

/** A server that does not list in time is left out. */
const listMs = 10_000;
const mostItems = 1_000;
const longestText = 2_000;

const readParams = z.object({ uri: z.string().max(8192) });
const getParams = z.object({
  name: z.string().max(512),
  arguments: z.record(z.string(), z.string()).optional(),
});
const completeParams = z.object({
  ref: z.discriminatedUnion('type', [
    z.object({ type: z.literal('ref/prompt'), name: z.string().max(512) }),
    z.object({ type: z.literal('ref/resource'), uri: z.string().max(8192) }),
  ]),
  argument: z.object({ name: z.string(), value: z.string() }),
  context: z.object({ arguments: z.record(z.string(), z.string()).optional() }).optional(),
});

export function forwardingAnswers(deps: ForwardingDeps): MethodHandlers {
  const { own } = deps;
  return {
    'resources/list': listWith(deps, 'resources/list', 'resources', async (server, signal) =>
      (await server.resources(signal)).map((item) => ({
        ...item,
        ...marked(server.name, item),
        uri: namespaced(server.name, item.uri),
      })),
    ),
    'resources/templates/list': listWith(
      deps,
      'resources/templates/list',
      'resourceTemplates',
      async (server, signal) =>
        (await server.resourceTemplates(signal)).map((item) => ({
          ...item,
          ...marked(server.name, item),
          uriTemplate: namespaced(server.name, item.uriTemplate),
        })),
    ),
    'prompts/list': listWith(deps, 'prompts/list', 'prompts', async (server, signal) =>
      (await server.prompts(signal)).map((item) => ({
        ...item,
        ...marked(server.name, item),
        name: promptName(server.name, item.name),
      })),
    ),
    'resources/read'(params, exchange) {
      const { uri } = parsedParams(readParams, params);
      const there = ownAddress(uri);
      return there
        ? readResource(deps, there, exchange)
        : ownAnswer(own, 'resources/read')(params, exchange);
    },
    'prompts/get'(params, exchange) {
      const { name, arguments: args } = parsedParams(getParams, params);
      const there = ownPrompt(name);
      return there
        ? getPrompt(deps, { ...there, args }, exchange)
        : ownAnswer(own, 'prompts/get')(params, exchange);
    },
    'completion/complete'(params, exchange) {
      return complete(deps, parsedParams(completeParams, params), exchange);
    },
  };
}

const ownAnswer = (own: MethodHandlers, method: string): MethodHandler =>
  own[method] as MethodHandler;

type ListServerItems = (server: ForwardedServer, signal: AbortSignal) => Promise<readonly object[]>;

/** Our own items first, then those of each server by its name. */
const listWith =
  (deps: ForwardingDeps, method: string, field: string, itemsOf: ListServerItems): MethodHandler =>
  async (params, exchange) => {
    const own = (await ownAnswer(deps.own, method)(params, exchange)) as Params;
    const servers = serversFor(deps, exchange.agent.clientId);
    if (servers.length === 0) return own;
    const signal = AbortSignal.any([exchange.signal, AbortSignal.timeout(listMs)]);
    const lists = await Promise.all(
      servers.map((server) => itemsOf(server, signal).catch((): readonly object[] => [])),
    );
    const items = lists.flatMap((list) => list.slice(0, mostItems));
    return { ...own, [field]: [...(own[field] as readonly object[]), ...items] };
  };

/** The visible servers whose scope the client holds. */
export function serversFor(
  { core, servers }: Pick<ForwardingDeps, 'core' | 'servers'>,
  clientId: ClientId,
): readonly ForwardedServer[] {
  const live = core.sessions.liveOf(clientId);
  if (isError(live)) return [];
  return servers
    .servers()
    .filter(
      (server) =>
        server.isVisibleTo(clientId) &&
        live.some(({ scopes }) => scopes.includes(serverScope(server.name))),
    )
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Never in our voice. */
const marked = (
  server: string,
  { description }: { readonly description?: string | undefined },
) => ({
  description: `From the MCP server ${server}, in its own words: ${(description ?? '').slice(0, longestText)}`,
  _meta: originMeta(server),
});

async function readResource(
  { run }: ForwardingDeps,
  { server, uri }: { readonly server: string; readonly uri: string },
  exchange: Exchange,
): Promise<object> {
  const result = dataOf(await run(serverActionName(server, 'resource'), { uri }, exchange));
  const contents = Array.isArray(result['contents'])
    ? (result['contents'] as readonly Params[])
    : [];
  return {
    contents: contents.map((part) => ({ ...part, uri: namespaced(server, String(part['uri'])) })),
    _meta: originMeta(server, result['_meta']),
  };
}

async function getPrompt(
  { run }: ForwardingDeps,
  {
    server,
    name,
    args,
  }: {
    readonly server: string;
    readonly name: string;
    readonly args: Readonly<Record<string, string>> | undefined;
  },
  exchange: Exchange,
): Promise<object> {
  const action = serverActionName(server, 'prompt');
  const asked = { name, ...(args === undefined ? {} : { arguments: args }) };
  const result = dataOf(await run(action, asked, exchange));
  const messages = Array.isArray(result['messages'])
    ? (result['messages'] as readonly Params[])
    : [];
  return {
    ...(typeof result['description'] === 'string'
      ? { description: marked(server, { description: result['description'] }).description }
      : {}),
    messages: messages.map((message) => ({
      ...message,
      content: linkedBack(server, message['content']),
    })),
    _meta: originMeta(server, result['_meta']),
  };
}

async function complete(
  { run }: ForwardingDeps,
  { ref, argument, context }: z.infer<typeof completeParams>,
  exchange: Exchange,
): Promise<object> {
  const there = ref.type === 'ref/prompt' ? ownPrompt(ref.name) : ownAddress(ref.uri);
  // Our own prompts and resources have nothing to complete.
  if (!there) return { completion: { values: [] } };
  const { server, ...target } = there;
  const asked = { ref: { type: ref.type, ...target }, argument, ...(context ? { context } : {}) };
  const result = dataOf(await run(serverActionName(server, 'completion'), asked, exchange));
  return { completion: result['completion'] ?? { values: [] } };
}

/** These methods have no results for refusals, so they are errors, with the same words. */
export function dataOf(outcome: Outcome): Params {
  if (outcome.kind === 'done') return outcome.data;
  const { code, message, hint, retry } = outcome;
  const rpcCode = code === 'unknown-action' ? rpcCodes.resourceNotFound : rpcCodes.badRequest;
  throw new ProtocolError(rpcCode, `${message} (${code})`, hint, { code, retry });
}

/** A list changes when the server says so, and when the client gets or loses the server's scope. */
export function followForwarded(
  { core, servers }: Pick<ForwardingDeps, 'core' | 'servers'>,
  clientId: ClientId,
  changed: (list: ChangedList) => void,
): Disposable {
  const following = new Disposables();
  const both = ({
    agent,
    scopes,
  }: {
    agent: { clientId: ClientId };
    scopes: readonly string[];
  }) => {
    if (agent.clientId !== clientId || !scopes.some((scope) => scope.startsWith('mcp:'))) return;
    changed('resources');
    changed('prompts');
  };
  following.add(core.sessions.onStarted(both));
  following.add(core.sessions.onEnded(both));
  following.add(
    servers.onListChanged((list, name) => {
      const isOurs = serversFor({ core, servers }, clientId).some((one) => one.name === name);
      if (isOurs) changed(list);
    }),
  );
  return following;
}

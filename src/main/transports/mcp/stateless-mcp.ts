/**
 * Stateless MCP (2026-07-28). We answer plain calls ourselves; the SDK creates a server for each
 * other request. Each client key has its own handler, so that notifications about one client's lists
 * reach only that client.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  Server,
  type CallToolResult,
  type McpHttpHandler,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import { metaKeys } from '../../../shared/protocols/mcp-versions.ts';
import {
  agentOf,
  type McpCaller,
  McpExchange,
  PostResponse,
  type ExchangeOwner,
} from './exchange.ts';
import type { PlainCall } from './protocol-choice.ts';
import { noServerRequests } from './protocol-error.ts';
import { followListed } from './listened-resources.ts';
import type { Exchange, McpRegistry, MethodHandler, Params } from './registry.ts';

interface Deps {
  readonly registry: McpRegistry;
  readonly onError: (text: string) => void;
}

type Serve = ReturnType<typeof toNodeHandler>;

interface ClientHandler {
  readonly serve: Serve;
  readonly resourceUpdated: (uri: string) => void;
  readonly disposables: Disposables;
}

const jsonUnlessNotified = { isBatch: false, prefersStream: false };

export class StatelessMcp implements Disposable, ExchangeOwner {
  /** Its clients follow with subscriptions/listen. */
  readonly follows = null;
  readonly #deps: Deps;
  readonly #callHandler: MethodHandler;
  readonly #open = new Set<McpExchange>();
  readonly #handlers = new Map<ClientId, ClientHandler>();

  constructor(deps: Deps) {
    this.#deps = deps;
    const { answers, about } = deps.registry;
    this.#callHandler = async (params, exchange) =>
      complete(await (answers['tools/call'] as MethodHandler)(params, exchange), about);
  }

  call(call: PlainCall, response: ServerResponse, caller: McpCaller): void {
    const agent = agentOf(caller, call.params._meta[metaKeys.clientInfo]);
    const sender = { agent, claimedWorkspace: caller.claimedWorkspace };
    const post = new PostResponse(response, jsonUnlessNotified);
    const exchange = new McpExchange(call, sender, post, this);
    this.#open.add(exchange);
    void exchange.run(this.#callHandler, this.#deps.onError);
  }

  async serve(
    request: IncomingMessage,
    response: ServerResponse,
    caller: McpCaller,
    body: unknown,
  ): Promise<void> {
    const { clientId } = caller;
    const handler = this.#handlers.get(clientId) ?? this.#openHandler(clientId);
    const { serve, resourceUpdated } = handler;
    const { registry } = this.#deps;
    await followListed(body, { registry, caller, response, resourceUpdated });
    if (response.destroyed) return;
    const auth = { token: '', clientId, scopes: [], extra: { caller } };
    await serve(Object.assign(request, { auth }) as Parameters<Serve>[0], response, body);
  }

  ask(): Promise<Params> {
    return Promise.reject(noServerRequests);
  }

  ended(exchange: McpExchange): void {
    this.#open.delete(exchange);
  }

  async endAllOf(clientId: ClientId): Promise<void> {
    for (const exchange of [...this.#open]) {
      if (exchange.agent.clientId === clientId) exchange.cancel();
    }
    const handler = this.#handlers.get(clientId);
    this.#handlers.delete(clientId);
    await handler?.disposables.dispose();
  }

  async dispose(): Promise<void> {
    for (const exchange of [...this.#open]) exchange.cancel();
    await Promise.all([...this.#handlers.keys()].map((clientId) => this.endAllOf(clientId)));
  }

  #openHandler(clientId: ClientId): ClientHandler {
    const { registry, onError } = this.#deps;
    const handler: McpHttpHandler = createMcpHandler(
      ({ authInfo }) => buildServer(registry, authInfo?.extra?.['caller'] as McpCaller),
      { legacy: 'reject', maxSubscriptions: 32 },
    );
    const follow = registry.follow(clientId, (list) => handler.notify[`${list}Changed`]());
    const disposables = new Disposables();
    disposables.add(follow);
    disposables.add({ dispose: () => handler.close() });
    const onerror = (error: Error): void => onError(`MCP: ${error.message}`);
    const resourceUpdated = (uri: string): void => handler.notify.resourceUpdated(uri);
    const serve = toNodeHandler(handler, { onerror });
    const opened = { serve, resourceUpdated, disposables };
    this.#handlers.set(clientId, opened);
    return opened;
  }
}

/** Adds the fields that every stateless result has. */
function complete(result: object, about: McpRegistry['about']): object {
  const meta = '_meta' in result ? result._meta : {};
  return {
    resultType: 'complete',
    ...result,
    ...(isObject(meta) ? { _meta: { [metaKeys.serverInfo]: about, ...meta } } : {}),
  };
}

/** The params all methods share; each method parses the rest itself. */
const anyParams = z.looseObject({ cursor: z.string().optional() });

function buildServer(registry: McpRegistry, caller: McpCaller): Server {
  const { about, capabilities, answers } = registry;
  const instructions = registry.instructionsFor(caller.clientId);
  const server = new Server({ ...about }, { capabilities, instructions });
  for (const [method, answer] of Object.entries(answers)) {
    // Our own schema, since the SDK reports a mismatch with its schema as a server error.
    server.setRequestHandler(method, { params: anyParams }, async (params: Params, context) => {
      const exchange = exchangeOf(server, caller, context);
      return (await answer(params, exchange)) as CallToolResult;
    });
  }
  return server;
}

function exchangeOf(server: Server, caller: McpCaller, { mcpReq }: ServerContext): Exchange {
  return {
    agent: agentOf(caller, server.getClientVersion()),
    claimedWorkspace: caller.claimedWorkspace,
    follows: null,
    signal: mcpReq.signal,
    progressToken: mcpReq._meta?.progressToken,
    logLevel: mcpReq._meta?.[metaKeys.logLevel],
    notify(method, params) {
      mcpReq.notify({ method, params: { ...params } }).catch(() => undefined);
    },
    request: () => Promise.reject(noServerRequests),
  };
}

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
import { agentOf, type McpCaller } from './caller.ts';
import { isPlainCall, StatelessCalls } from './stateless-calls.ts';
import { cannotBeAsked, type Exchange, type Params, type McpRegistry } from './registry.ts';

interface Deps {
  readonly registry: McpRegistry;
  readonly onError: (text: string) => void;
}

type Serve = ReturnType<typeof toNodeHandler>;

interface Handler {
  readonly serve: Serve;
  readonly disposables: Disposables;
}

export class StatelessMcp implements Disposable {
  readonly #deps: Deps;
  readonly #calls: StatelessCalls;
  readonly #handlers = new Map<ClientId, Handler>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#calls = new StatelessCalls(deps);
  }

  async serve(
    request: IncomingMessage,
    response: ServerResponse,
    caller: McpCaller,
    body: unknown,
  ): Promise<void> {
    if (isPlainCall(request.headers, body)) return this.#calls.serve(body, response, caller);
    const { clientId } = caller;
    const { serve } = this.#handlers.get(clientId) ?? this.#open(clientId);
    const auth = { token: '', clientId, scopes: [], extra: { caller } };
    await serve(Object.assign(request, { auth }) as Parameters<Serve>[0], response, body);
  }

  async endAllOf(clientId: ClientId): Promise<void> {
    this.#calls.endAllOf(clientId);
    const handler = this.#handlers.get(clientId);
    this.#handlers.delete(clientId);
    await handler?.disposables.dispose();
  }

  async dispose(): Promise<void> {
    this.#calls.endAll();
    await Promise.all([...this.#handlers.keys()].map((clientId) => this.endAllOf(clientId)));
  }

  #open(clientId: ClientId): Handler {
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
    const opened = { serve: toNodeHandler(handler, { onerror }), disposables };
    this.#handlers.set(clientId, opened);
    return opened;
  }
}

/** The params all methods share; each method parses the rest itself. */
const anyParams = z.looseObject({ cursor: z.string().optional() });

function buildServer(registry: McpRegistry, caller: McpCaller): Server {
  const { about, capabilities, instructions, answers } = registry;
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
    signal: mcpReq.signal,
    progressToken: mcpReq._meta?.progressToken,
    notify(method, params) {
      mcpReq.notify({ method, params: { ...params } }).catch(() => undefined);
    },
    request: () => Promise.reject(cannotBeAsked),
  };
}

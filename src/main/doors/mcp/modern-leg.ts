/**
 * MCP of 2026-07-28: no sessions. Plain calls we answer ourselves; the rest has a server of the SDK for
 * each request. Each client key has a handler of its own, so that what changes for one client is told
 * to that client only.
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
import type { ClientId } from '../../../shared/ids.ts';
import { agentOf, type Caller } from './caller.ts';
import { isPlainCall, ModernCalls } from './modern-calls.ts';
import { cannotBeAsked, type Exchange, type Params, type Registry } from './registry.ts';

interface Deps {
  readonly registry: Registry;
  readonly onTrouble: (text: string) => void;
}

type Serve = ReturnType<typeof toNodeHandler>;

interface Handler {
  readonly serve: Serve;
  readonly held: Disposables;
}

export class ModernLeg implements Disposable {
  readonly #deps: Deps;
  readonly #calls: ModernCalls;
  readonly #handlers = new Map<ClientId, Handler>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#calls = new ModernCalls(deps);
  }

  async serve(
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller,
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
    await handler?.held.dispose();
  }

  async dispose(): Promise<void> {
    this.#calls.endAll();
    await Promise.all([...this.#handlers.keys()].map((clientId) => this.endAllOf(clientId)));
  }

  #open(clientId: ClientId): Handler {
    const { registry, onTrouble } = this.#deps;
    const handler: McpHttpHandler = createMcpHandler(
      ({ authInfo }) => buildServer(registry, authInfo?.extra?.['caller'] as Caller),
      { legacy: 'reject', maxSubscriptions: 32 },
    );
    const follow = registry.follow(clientId, (list) => handler.notify[`${list}Changed`]());
    const held = new Disposables();
    held.add(follow);
    held.add({ dispose: () => handler.close() });
    const onerror = (error: Error): void => onTrouble(`MCP: ${error.message}`);
    const opened = { serve: toNodeHandler(handler, { onerror }), held };
    this.#handlers.set(clientId, opened);
    return opened;
  }
}

/** What is common to them all; each answer reads the rest itself. */
const anyParams = z.looseObject({ cursor: z.string().optional() });

function buildServer(registry: Registry, caller: Caller): Server {
  const { about, capabilities, instructions, answers } = registry;
  const server = new Server({ ...about }, { capabilities, instructions });
  for (const [method, answer] of Object.entries(answers)) {
    // With a schema of ours, since the SDK calls what its own does not fit an error of the server.
    server.setRequestHandler(method, { params: anyParams }, async (params: Params, context) => {
      const exchange = exchangeOf(server, caller, context);
      return (await answer(params, exchange)) as CallToolResult;
    });
  }
  return server;
}

function exchangeOf(server: Server, caller: Caller, { mcpReq }: ServerContext): Exchange {
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

/**
 * POST, GET and DELETE /mcp for clients of the initialize era. Each MCP session has its own
 * server and transport and belongs to the client key that opened it.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js';
import type { VerifiedCaller } from '../../../shared/access.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/ids.ts';
import type { Callers } from '../../platform/peers/callers.ts';
import type { Credential } from '../wire/credentials.ts';
import type { Door } from '../wire/loopback-server.ts';
import { readJson, replyJson, replyRefused } from '../wire/replies.ts';
import { buildServer } from './mcp-server.ts';
import type { Tools } from './tools.ts';

type ClientCredential = Extract<Credential, { audience: 'client' }>;

interface McpSession {
  readonly clientId: ClientId;
  readonly server: Server;
  readonly transport: StreamableHTTPServerTransport;
  lastUsed: number;
}

interface Deps {
  readonly tools: Tools;
  readonly callers: Pick<Callers, 'of'>;
  readonly version: string;
  readonly monotonic: () => number;
}

const mostSessions = 128;

export class McpEndpoint implements Door<'client'>, Disposable {
  readonly audience = 'client';
  readonly #deps: Deps;
  readonly #sessions = new Map<string, McpSession>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  matches(method: string, path: string): boolean {
    return path === '/mcp' && ['POST', 'GET', 'DELETE'].includes(method);
  }

  async serve(
    request: IncomingMessage,
    response: ServerResponse,
    credential: ClientCredential,
  ): Promise<void> {
    const body = request.method === 'POST' ? await readJson(request) : { json: undefined };
    if ('kind' in body) return replyRefused(response, body);
    const session = await this.#sessionFor(request, body.json, credential.clientId);
    if (typeof session === 'number') return replyProtocolError(response, session);
    session.lastUsed = this.#deps.monotonic();
    const verified = await this.#deps.callers.of(request.socket, credential.clientId);
    await session.transport.handleRequest(
      withCaller(request, response, { ...credential, verified }),
      response,
      body.json,
    );
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
    this.#sessions.clear();
  }

  /** The session, or the HTTP status that tells the client how to get one. */
  async #sessionFor(
    request: IncomingMessage,
    body: unknown,
    clientId: ClientId,
  ): Promise<McpSession | 400 | 404> {
    const id = request.headers['mcp-session-id'];
    if (typeof id === 'string') {
      const session = this.#sessions.get(id);
      return session?.clientId === clientId ? session : 404;
    }
    return isInitializeRequest(body) ? this.#open(clientId) : 400;
  }

  async #open(clientId: ClientId): Promise<McpSession> {
    if (this.#sessions.size >= mostSessions) await this.#closeLeastUsed();
    const server = buildServer(this.#deps.tools, this.#deps.version);
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.#sessions.set(id, session),
    });
    const session = { clientId, server, transport, lastUsed: this.#deps.monotonic() };
    server.onclose = () => {
      if (transport.sessionId) this.#sessions.delete(transport.sessionId);
    };
    await server.connect(transport);
    return session;
  }

  async #closeLeastUsed(): Promise<void> {
    const [least] = [...this.#sessions.values()].toSorted((a, b) => a.lastUsed - b.lastUsed);
    await least?.server.close();
  }
}

/** Hands the client and the end of its connection to the tool call behind the transport. */
function withCaller(
  request: IncomingMessage,
  response: ServerResponse,
  { clientId, verified }: ClientCredential & { readonly verified: VerifiedCaller | null },
) {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const auth = { token: '', clientId, scopes: [], extra: { gone: gone.signal, verified } };
  return Object.assign(request, { auth });
}

function replyProtocolError(response: ServerResponse, status: 400 | 404): void {
  const error =
    status === 400
      ? { code: -32_000, message: 'Start with initialize.' }
      : { code: -32_001, message: 'That MCP session is over. Start with initialize.' };
  replyJson(response, status, { jsonrpc: '2.0', error, id: null });
}

/**
 * MCP of the initialize era (2024-11-05 to 2025-11-25). Each MCP session has a server and a
 * transport of its own and belongs to the client key that opened it.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  SUPPORTED_PROTOCOL_VERSIONS,
  isInitializeRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/ids.ts';
import type { Caller } from './caller.ts';
import { isMessage, isRequest, replyError, type Message } from './json-rpc.ts';
import { openLegacySession, type LegacySession } from './legacy-session.ts';
import { rpc, type Registry } from './registry.ts';

interface Deps {
  readonly registry: Registry;
  readonly monotonic: () => number;
}

const mostSessions = 128;
const mostInBatch = 64;
/** The only version that knows batches. */
const batchVersion = '2025-03-26';

export class LegacyLeg implements Disposable {
  readonly #deps: Deps;
  readonly #sessions = new Map<string, LegacySession>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async serve(
    request: IncomingMessage,
    response: ServerResponse,
    caller: Caller,
    body: unknown,
  ): Promise<void> {
    if (!acceptsAnswers(request)) {
      const wanted = 'Accept must name application/json and text/event-stream.';
      return replyError(response, 406, rpc.badRequest, wanted);
    }
    const session = await this.#sessionFor(request, body, caller.clientId);
    if (session === null)
      return replyError(response, 400, rpc.badRequest, 'Start with initialize.');
    if (session === 'unknown') {
      const over = 'That MCP session is over. Start with initialize.';
      return replyError(response, 404, rpc.sessionNotFound, over);
    }
    session.lastUsed = this.#deps.monotonic();
    response.setHeader('Mcp-Session-Id', session.transport.sessionId);
    if (request.method === 'GET') return openStanding(session, response);
    if (request.method === 'DELETE') return this.#end(session, response);
    receive(session, { request, response, caller, body });
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close()));
  }

  /** The session; 'unknown' when the one it names is none of this client; null when it names none. */
  async #sessionFor(
    request: IncomingMessage,
    body: unknown,
    clientId: ClientId,
  ): Promise<LegacySession | 'unknown' | null> {
    const id = request.headers['mcp-session-id'];
    if (typeof id === 'string') {
      const session = this.#sessions.get(id);
      return session?.clientId === clientId ? session : 'unknown';
    }
    return isInitializeRequest(body) ? this.#open(clientId) : null;
  }

  async #open(clientId: ClientId): Promise<LegacySession> {
    if (this.#sessions.size >= mostSessions) await this.#closeLeastUsed();
    const { registry, monotonic } = this.#deps;
    const id = randomUUID();
    const session = await openLegacySession({
      id,
      clientId,
      registry,
      lastUsed: monotonic(),
      closed: () => void this.#sessions.delete(id),
    });
    this.#sessions.set(id, session);
    return session;
  }

  async #closeLeastUsed(): Promise<void> {
    const [least] = [...this.#sessions.values()].toSorted((a, b) => a.lastUsed - b.lastUsed);
    await least?.close();
  }

  async #end(session: LegacySession, response: ServerResponse): Promise<void> {
    await session.close();
    response.writeHead(200).end();
  }
}

function openStanding({ transport }: LegacySession, response: ServerResponse): void {
  if (transport.openStanding(response)) return;
  replyError(response, 409, rpc.badRequest, 'This session has such a stream already.');
}

interface Received {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: Caller;
  readonly body: unknown;
}

function receive(session: LegacySession, { request, response, caller, body }: Received): void {
  const { transport } = session;
  const refuse = (text: string): void => replyError(response, 400, rpc.invalidRequest, text);
  const badVersion = wrongVersion(request);
  if (badVersion) return replyError(response, 400, rpc.badRequest, badVersion);
  const batch = Array.isArray(body);
  if (batch && transport.version !== batchVersion) return refuse('This version has no batches.');
  const messages: readonly unknown[] = batch ? body : [body];
  if (messages.length === 0 || messages.length > mostInBatch || !messages.every(isMessage))
    return refuse('That is no JSON-RPC message.');
  const problem = problemWith(messages, session);
  if (problem) return refuse(problem);
  const prefersStream = streamComesFirst(request.headers.accept ?? '');
  transport.receive(messages, { response, caller, batch, prefersStream });
}

function problemWith(messages: readonly Message[], { transport }: LegacySession): string | null {
  const requests = messages.filter(isRequest);
  const ids = new Set(requests.map(({ id }) => id));
  if (ids.size < requests.length || requests.some(({ id }) => transport.isOpen(id)))
    return 'A request with the same id is still open.';
  const again = requests.some(({ method }) => method === 'initialize');
  return again && transport.version !== null ? 'This session is initialized already.' : null;
}

function acceptsAnswers({ method, headers }: IncomingMessage): boolean {
  const accept = headers.accept ?? '';
  if (method === 'DELETE' || accept.includes('*/*')) return true;
  const stream = accept.includes('text/event-stream');
  return method === 'GET' ? stream : stream && accept.includes('application/json');
}

function streamComesFirst(accept: string): boolean {
  const json = accept.indexOf('application/json');
  return json > 0 && accept.indexOf('text/event-stream') < json && accept.includes('text/event');
}

function wrongVersion({ headers }: IncomingMessage): string | null {
  const version = headers['mcp-protocol-version'];
  if (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))) return null;
  return `MCP-Protocol-Version must be one of ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}.`;
}

/**
 * Stateful MCP, with `initialize` (2024-11-05 to 2025-11-25). Each MCP session has its own server
 * and transport and belongs to the client key that opened it.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  SUPPORTED_PROTOCOL_VERSIONS,
  isInitializeRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import type { McpCaller } from './caller.ts';
import { isMessage, isRequest, replyProblem, type JsonRpcMessage } from './json-rpc.ts';
import { openStatefulSession, type StatefulMcpSession } from './stateful-session.ts';
import { ProtocolProblem, rpc, type McpRegistry } from './registry.ts';

interface Deps {
  readonly registry: McpRegistry;
  readonly monotonic: () => number;
  readonly onError: (text: string) => void;
}

const maxSessions = 128;
const maxBatchSize = 64;
/** The only version with batches. */
const batchVersion = '2025-03-26';

export class StatefulMcp implements Disposable {
  readonly #deps: Deps;
  readonly #sessions = new Map<string, StatefulMcpSession>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async serve(
    request: IncomingMessage,
    response: ServerResponse,
    caller: McpCaller,
    body: unknown,
  ): Promise<void> {
    if (!acceptsAnswers(request)) return replyProblem(response, 406, problems.accept);
    const named = this.#named(request, caller.clientId);
    if (named === 'unknown') return replyProblem(response, 404, problems.over);
    if (!named && !isInitializeRequest(body)) return replyProblem(response, 400, problems.start);
    const session = named ?? (await this.#open(caller.clientId));
    session.lastUsed = this.#deps.monotonic();
    response.setHeader('Mcp-Session-Id', session.transport.sessionId);
    if (request.method === 'GET') return openStanding(session, response);
    if (request.method === 'DELETE') return this.#end(session, response);
    receive(session, { request, response, caller, body });
  }

  async endAllOf(clientId: ClientId): Promise<void> {
    const own = [...this.#sessions.values()].filter((session) => session.clientId === clientId);
    await Promise.all(own.map((session) => session.close()));
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close()));
  }

  /** 'unknown' when the id is not a session of this client; null when there is no id. */
  #named({ headers }: IncomingMessage, clientId: ClientId): StatefulMcpSession | 'unknown' | null {
    const id = headers['mcp-session-id'];
    if (typeof id !== 'string') return null;
    const session = this.#sessions.get(id);
    return session?.clientId === clientId ? session : 'unknown';
  }

  async #open(clientId: ClientId): Promise<StatefulMcpSession> {
    if (this.#sessions.size >= maxSessions) await this.#evictLeastUsed();
    const { registry, monotonic, onError } = this.#deps;
    const id = randomUUID();
    const session = await openStatefulSession({
      id,
      clientId,
      registry,
      lastUsed: monotonic(),
      closed: () => void this.#sessions.delete(id),
      onError,
    });
    this.#sessions.set(id, session);
    return session;
  }

  /** Closes the least recently used session of the client with the most sessions, never one of a client with few. */
  async #evictLeastUsed(): Promise<void> {
    const byClient = Map.groupBy(this.#sessions.values(), ({ clientId }) => clientId);
    const most = Math.max(...[...byClient.values()].map((own) => own.length));
    const candidates = [...byClient.values()].filter((own) => own.length === most).flat();
    const [least] = candidates.toSorted((a, b) => a.lastUsed - b.lastUsed);
    await least?.close();
  }

  async #end(session: StatefulMcpSession, response: ServerResponse): Promise<void> {
    await session.close();
    response.writeHead(200).end();
  }
}

function openStanding({ transport }: StatefulMcpSession, response: ServerResponse): void {
  if (transport.openStanding(response)) return;
  replyProblem(response, 409, problems.streamTwice);
}

interface Received {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: McpCaller;
  readonly body: unknown;
}

function receive(session: StatefulMcpSession, { request, response, caller, body }: Received): void {
  const { transport } = session;
  if (hasWrongVersion(request)) return replyProblem(response, 400, problems.version);
  const batch = Array.isArray(body);
  const messages: readonly unknown[] = batch ? body : [body];
  const problem = problemWith(messages, batch, session);
  if (problem) return replyProblem(response, 400, problem);
  const prefersStream = streamComesFirst(request.headers.accept ?? '');
  const post = { response, caller, batch, prefersStream };
  transport.receive(messages as readonly JsonRpcMessage[], post);
}

function problemWith(
  messages: readonly unknown[],
  batch: boolean,
  { transport }: StatefulMcpSession,
): ProtocolProblem | null {
  if (batch && transport.version !== batchVersion) return problems.batch;
  if (messages.length === 0 || messages.length > maxBatchSize) return problems.noMessage;
  if (!messages.every(isMessage)) return problems.noMessage;
  const requests = messages.filter(isRequest);
  const ids = batch ? new Set(requests.map(({ id }) => id)).size : requests.length;
  if (ids < requests.length || requests.some(({ id }) => transport.isOpen(id)))
    return problems.sameId;
  const again = requests.some(({ method }) => method === 'initialize');
  return again && transport.version !== null ? problems.again : null;
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

function hasWrongVersion({ headers }: IncomingMessage): boolean {
  const version = headers['mcp-protocol-version'];
  return version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(String(version));
}

const bad = (message: string, hint: string): ProtocolProblem =>
  new ProtocolProblem(rpc.badRequest, message, hint);
const invalid = (message: string, hint: string): ProtocolProblem =>
  new ProtocolProblem(rpc.invalidRequest, message, hint);

const problems = {
  accept: bad(
    'The response format is not accepted.',
    'Accept must name application/json and text/event-stream.',
  ),
  start: bad('There is no MCP session yet.', 'Start with initialize.'),
  over: new ProtocolProblem(
    rpc.sessionNotFound,
    'That MCP session has ended.',
    'Start with initialize.',
  ),
  streamTwice: bad('This session already has an open stream.', 'Use it, or close it first.'),
  version: bad(
    'That MCP version is not supported.',
    `MCP-Protocol-Version must be one of ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}.`,
  ),
  batch: invalid('This version has no batches.', 'Send one message at a time.'),
  noMessage: invalid(
    'That is not a JSON-RPC message.',
    `Send one request, notification or response; in a batch at most ${maxBatchSize}.`,
  ),
  sameId: invalid('A request with the same id is still open.', 'Give each request its own id.'),
  again: invalid('This session is initialized already.', 'Continue with it, or start a new one.'),
};

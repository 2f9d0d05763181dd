/**
 * Stateful MCP, with `initialize` (2024-11-05 to 2025-11-25). Each MCP session has its own
 * server of the SDK and belongs to the client key that opened it.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import {
  SUPPORTED_PROTOCOL_VERSIONS,
  isInitializeRequest,
} from '@modelcontextprotocol/sdk/types.js';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import {
  isMessage,
  isRequest,
  rpcCodes,
  type JsonRpcMessage,
} from '../../../shared/protocols/json-rpc.ts';
import type { McpCaller } from './caller.ts';
import { ProtocolError, replyError } from './protocol-error.ts';
import type { McpRegistry } from './registry.ts';
import { StatefulSession } from './stateful-session.ts';

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
  readonly #sessions = new Map<string, StatefulSession>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async serve(
    request: IncomingMessage,
    response: ServerResponse,
    caller: McpCaller,
    body: unknown,
  ): Promise<void> {
    if (!acceptsAnswers(request)) return replyError(response, 406, problems.accept);
    const named = this.#named(request, caller.clientId);
    if (named === 'unknown') return replyError(response, 404, problems.over);
    if (!named && !isInitializeRequest(body)) return replyError(response, 400, problems.start);
    const session = named ?? (await this.#open(caller.clientId));
    session.lastUsed = this.#deps.monotonic();
    response.setHeader('Mcp-Session-Id', session.sessionId);
    if (request.method === 'GET') return openStream(session, response);
    if (request.method === 'DELETE') {
      await session.close();
      return void response.writeHead(200).end();
    }
    receive(session, request, response, { caller, body });
  }

  async endAllOf(clientId: ClientId): Promise<void> {
    const own = [...this.#sessions.values()].filter((session) => session.clientId === clientId);
    await Promise.all(own.map((session) => session.close()));
  }

  async dispose(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close()));
  }

  /** 'unknown' when the id is not a session of this client; null when there is no id. */
  #named({ headers }: IncomingMessage, clientId: ClientId): StatefulSession | 'unknown' | null {
    const id = headers['mcp-session-id'];
    if (typeof id !== 'string') return null;
    const session = this.#sessions.get(id);
    return session?.clientId === clientId ? session : 'unknown';
  }

  async #open(clientId: ClientId): Promise<StatefulSession> {
    if (this.#sessions.size >= maxSessions) await this.#evictLeastUsed();
    const { registry, onError } = this.#deps;
    const id = randomUUID();
    const closed = (): void => void this.#sessions.delete(id);
    const session = new StatefulSession({ id, clientId, registry, closed, onError });
    await session.open();
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
}

function openStream(session: StatefulSession, response: ServerResponse): void {
  if (!session.openServerStream(response)) replyError(response, 409, problems.streamTwice);
}

function receive(
  session: StatefulSession,
  { headers }: IncomingMessage,
  response: ServerResponse,
  { caller, body }: { readonly caller: McpCaller; readonly body: unknown },
): void {
  if (hasWrongVersion(headers)) return replyError(response, 400, problems.version);
  const isBatch = Array.isArray(body);
  const messages: readonly unknown[] = isBatch ? body : [body];
  const problem = problemWith(messages, isBatch, session);
  if (problem) return replyError(response, 400, problem);
  const format = { isBatch, prefersStream: listsStreamFirst(headers.accept ?? '') };
  session.receive({
    messages: messages as readonly JsonRpcMessage[],
    response,
    format,
    caller,
  });
}

function problemWith(
  messages: readonly unknown[],
  isBatch: boolean,
  session: StatefulSession,
): ProtocolError | null {
  if (isBatch && session.version !== batchVersion) return problems.batch;
  if (messages.length === 0 || messages.length > maxBatchSize) return problems.noMessage;
  if (!messages.every(isMessage)) return problems.noMessage;
  const requests = messages.filter(isRequest);
  const ids = isBatch ? new Set(requests.map(({ id }) => id)).size : requests.length;
  if (ids < requests.length || requests.some(({ id }) => session.isOpen(id)))
    return problems.sameId;
  const again = requests.some(({ method }) => method === 'initialize');
  return again && session.version !== null ? problems.again : null;
}

function acceptsAnswers({ method, headers }: IncomingMessage): boolean {
  const accept = headers.accept ?? '';
  if (method === 'DELETE' || accept.includes('*/*')) return true;
  const stream = accept.includes('text/event-stream');
  return method === 'GET' ? stream : stream && accept.includes('application/json');
}

function listsStreamFirst(accept: string): boolean {
  const json = accept.indexOf('application/json');
  return json > 0 && accept.indexOf('text/event-stream') < json && accept.includes('text/event');
}

function hasWrongVersion(headers: IncomingHttpHeaders): boolean {
  const version = headers['mcp-protocol-version'];
  return version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(String(version));
}

const bad = (message: string, hint: string): ProtocolError =>
  new ProtocolError(rpcCodes.badRequest, message, hint);
const invalid = (message: string, hint: string): ProtocolError =>
  new ProtocolError(rpcCodes.invalidRequest, message, hint);

const problems = {
  accept: bad(
    'The response format is not accepted.',
    'Accept must name application/json and text/event-stream.',
  ),
  start: bad('There is no MCP session yet.', 'Start with initialize.'),
  over: new ProtocolError(
    rpcCodes.sessionNotFound,
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

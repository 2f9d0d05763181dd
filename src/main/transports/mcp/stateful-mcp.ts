/**
 * Stateful MCP, with `initialize` (2024-11-05 to 2025-11-25). Each MCP session has its own
 * server of the SDK and belongs to the client key that opened it.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import {
  SUPPORTED_PROTOCOL_VERSIONS,
  isInitializeRequest,
  ResultSchema,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import {
  isMessage,
  isRequest,
  rpcCodes,
  type JsonRpcMessage,
  cancelledBy,
  isResponse,
  type JsonRpcId,
} from '../../../shared/protocols/json-rpc.ts';
import {
  type McpCaller,
  agentOf,
  McpExchange,
  PostResponse,
  type ExchangeOwner,
  type ResponseFormat,
} from './exchange.ts';
import { ProtocolError, replyError, unknownMethod } from './protocol-error.ts';
import type { McpRegistry, MethodHandler, Params } from './registry.ts';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type {
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Agent } from '../../../shared/access/access.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import { EventStream } from './event-stream.ts';
import { notifyListChanged, notifyUpdated } from './registry-server.ts';
import { ResourceFollows } from './resource-follows.ts';

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

interface SessionDeps {
  readonly id: string;
  readonly clientId: ClientId;
  readonly registry: McpRegistry;
  readonly closed: () => void;
  readonly onError: (text: string) => void;
}

/** One POST of the session's client. */
interface IncomingPost {
  readonly messages: readonly JsonRpcMessage[];
  readonly response: ServerResponse;
  readonly format: ResponseFormat;
  readonly caller: McpCaller;
}

const heartbeatMs = 30_000;

/**
 * One stateful MCP session over Streamable HTTP. The registry answers requests (exchange.ts); the
 * SDK's server does the handshake and sends requests to the client, with this session as its
 * transport.
 */
class StatefulSession implements Transport, ExchangeOwner {
  readonly sessionId: string;
  readonly clientId: ClientId;
  lastUsed = 0;
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly follows = new ResourceFollows((uri) => notifyUpdated(this.#server, uri));
  readonly #deps: SessionDeps;
  readonly #server: Server;
  readonly #open = new Map<JsonRpcId, McpExchange>();
  /** The client's GET stream, for messages that belong to no request. */
  #serverStream: EventStream | null = null;
  #version: string | null = null;
  #lastAgent: Agent | null = null;

  constructor(deps: SessionDeps) {
    const { about, capabilities } = deps.registry;
    const instructions = deps.registry.instructionsFor(deps.clientId);
    this.sessionId = deps.id;
    this.clientId = deps.clientId;
    this.#deps = deps;
    this.#server = new Server({ ...about }, { capabilities, instructions });
    this.#server.fallbackRequestHandler = ({ method }) => Promise.reject(unknownMethod(method));
  }

  /** The negotiated protocol version; null before `initialize`. */
  get version(): string | null {
    return this.#version;
  }

  async open(): Promise<void> {
    const { registry, clientId, closed } = this.#deps;
    const following = registry.follow(clientId, (list) => notifyListChanged(this.#server, list));
    const passingOn = registry.passOnUpdates(clientId, this.follows);
    this.#server.onclose = () => {
      void following.dispose();
      void passingOn.dispose();
      closed();
    };
    await this.#server.connect(this);
  }

  /** Called by the SDK's server, which `open` connects to this transport. */
  async start(): Promise<void> {}

  async close(): Promise<void> {
    for (const exchange of [...this.#open.values()]) exchange.cancel();
    this.#serverStream?.end();
    this.#serverStream = null;
    this.onclose?.();
  }

  /** Called by the SDK's server with its responses, requests and notifications. */
  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const outgoing = message as JsonRpcMessage;
    const text = JSON.stringify(outgoing);
    if (isResponse(outgoing)) {
      this.#noteVersion(outgoing);
      this.#find(outgoing.id)?.answer(text);
    } else {
      const related = this.#find(options?.relatedRequestId);
      if (related) related.send(text);
      else this.#serverStream?.send(text);
    }
  }

  /** Whether a request with the same id still waits for its answer. */
  isOpen(id: JsonRpcId): boolean {
    return this.#open.has(id);
  }

  receive({ messages, response, format, caller }: IncomingPost): void {
    const requests = messages.filter(isRequest);
    if (requests.length === 0) response.writeHead(202).end();
    else {
      const post = new PostResponse(response, format);
      const { claimedWorkspace } = caller;
      const sender = { agent: this.#agentOf(caller), claimedWorkspace };
      // All of a batch are open before the first is answered.
      for (const request of requests) {
        this.#open.set(request.id, new McpExchange(request, sender, post, this));
      }
    }
    for (const message of messages) this.#deliver(message);
  }

  /** False when there is such a stream already. */
  openServerStream(response: ServerResponse): boolean {
    if (this.#serverStream) return false;
    const stream = new EventStream(response);
    this.#serverStream = stream;
    const heartbeat = setInterval(() => stream.sendHeartbeat(), heartbeatMs);
    response.once('close', () => {
      clearInterval(heartbeat);
      if (this.#serverStream === stream) this.#serverStream = null;
    });
    return true;
  }

  ask(relatedRequestId: JsonRpcId, method: string, params: Params): Promise<Params> {
    return this.#server.request({ method, params }, ResultSchema, { relatedRequestId });
  }

  ended({ id }: McpExchange): void {
    this.#open.delete(id);
  }

  #deliver(message: JsonRpcMessage): void {
    const { answers } = this.#deps.registry;
    const { method = '' } = message;
    if (isRequest(message) && Object.hasOwn(answers, method)) {
      void this.#find(message.id)?.run(answers[method] as MethodHandler, this.#deps.onError);
      return;
    }
    this.#find(cancelledBy(message))?.cancel();
    this.onmessage?.(message as JSONRPCMessage);
  }

  #find(id: JsonRpcId | null | undefined): McpExchange | undefined {
    return id === null || id === undefined ? undefined : this.#open.get(id);
  }

  /** Kept for the next request, once `initialize` has named the client: the caller is usually the same. */
  #agentOf(caller: McpCaller): Agent {
    const last = this.#lastAgent;
    if (last?.verified === caller.verified && last.remote === caller.remote) return last;
    const agent = agentOf(caller, this.#server.getClientVersion());
    if (this.#version !== null) this.#lastAgent = agent;
    return agent;
  }

  #noteVersion({ result }: JsonRpcMessage): void {
    if (this.#version !== null || !isObject(result) || !('protocolVersion' in result)) return;
    this.#version = String(result['protocolVersion']);
  }
}

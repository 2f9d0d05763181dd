/**
 * Streamable HTTP for one stateful MCP session. The SDK's own transport goes through
 * web requests and responses and costs more than the rest of a call; this one writes to the socket.
 */
import type { ServerResponse } from 'node:http';
import type {
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { McpCaller } from './caller.ts';
import { EventStream } from './event-stream.ts';
import {
  cancelledBy,
  isRequest,
  isResponse,
  type JsonRpcMessage,
  type JsonRpcId,
  type RequestMessage,
} from './json-rpc.ts';
import type { DirectAnswers } from './direct-answers.ts';
import { PostExchange, type Post } from './post-exchange.ts';

const beatEveryMs = 30_000;

export class StatefulTransport implements Transport {
  readonly sessionId: string;
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #own: DirectAnswers;
  readonly #exchanges = new Map<JsonRpcId, PostExchange>();
  #standing: EventStream | null = null;
  #version: string | null = null;

  constructor(sessionId: string, own: DirectAnswers) {
    this.sessionId = sessionId;
    this.#own = own;
  }

  /** The negotiated protocol version; null before `initialize`. */
  get version(): string | null {
    return this.#version;
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {
    for (const exchange of new Set(this.#exchanges.values())) exchange.close();
    this.#exchanges.clear();
    this.#own.cancelAll();
    this.#standing?.end();
    this.#standing = null;
    this.onclose?.();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const outgoing = message as JsonRpcMessage;
    if (isResponse(outgoing) && outgoing.id !== undefined) {
      this.#noteVersion(outgoing);
      this.#answer(outgoing.id, JSON.stringify(outgoing));
    } else this.sendNotification(outgoing, options?.relatedRequestId);
  }

  /** Sent with the response to an open request, or else on the standing GET stream. */
  sendNotification(message: JsonRpcMessage, related?: JsonRpcId): void {
    const exchange = related === undefined ? undefined : this.#exchanges.get(related);
    const text = JSON.stringify(message);
    if (exchange) exchange.sendNotification(text);
    else this.#standing?.send(text);
  }

  /** Whether a request with the same id still waits for its answer. */
  isOpen(id: JsonRpcId): boolean {
    return this.#exchanges.has(id);
  }

  receive(messages: readonly JsonRpcMessage[], post: Post): void {
    const requests = messages.filter(isRequest);
    if (requests.length === 0) post.response.writeHead(202).end();
    else this.#expect(requests, post);
    for (const message of messages) this.#deliver(message, post.caller);
  }

  /** False when there is such a stream already. */
  openStanding(response: ServerResponse): boolean {
    if (this.#standing) return false;
    const standing = new EventStream(response);
    this.#standing = standing;
    const beating = setInterval(() => standing.beat(), beatEveryMs);
    response.once('close', () => {
      clearInterval(beating);
      if (this.#standing === standing) this.#standing = null;
    });
    return true;
  }

  #expect(requests: readonly RequestMessage[], post: Post): void {
    const ids = requests.map(({ id }) => id);
    const over = (left: readonly JsonRpcId[]): void => {
      for (const id of ids) this.#exchanges.delete(id);
      for (const requestId of left) this.#cancel(requestId, gone(requestId));
    };
    const exchange = new PostExchange({ ...post, ids, over });
    for (const id of ids) this.#exchanges.set(id, exchange);
  }

  #deliver(message: JsonRpcMessage, caller: McpCaller): void {
    if (isRequest(message) && this.#own.has(message.method)) {
      const { id } = message;
      void this.#own.to(message, caller).then((text) => this.#answer(id, text));
      return;
    }
    const cancelled = cancelledBy(message);
    if (cancelled === null) return this.onmessage?.(message as JSONRPCMessage);
    this.#cancel(cancelled, message);
    this.#exchanges.get(cancelled)?.drop(cancelled);
  }

  #answer(id: JsonRpcId, text: string): void {
    this.#exchanges.get(id)?.answer(id, text);
  }

  #cancel(id: JsonRpcId, notification: JsonRpcMessage): void {
    this.#own.cancel(id);
    this.onmessage?.(notification as JSONRPCMessage);
  }

  #noteVersion({ result }: JsonRpcMessage): void {
    if (this.#version !== null || !result || !('protocolVersion' in result)) return;
    this.#version = String(result.protocolVersion);
  }
}

/** Cancels a request whose client disconnected. */
const gone = (requestId: JsonRpcId): JsonRpcMessage => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId, reason: 'the connection was closed' },
});

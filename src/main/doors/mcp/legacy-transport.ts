/**
 * Streamable HTTP of the initialize era for one MCP session. The SDK's own transport goes through
 * web requests and responses and costs more than the rest of a call; this one writes to the socket.
 */
import type { ServerResponse } from 'node:http';
import type {
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Caller } from './caller.ts';
import { EventStream } from './event-stream.ts';
import {
  cancelledBy,
  isRequest,
  isResponse,
  type Message,
  type RequestId,
  type RequestMessage,
} from './json-rpc.ts';
import type { OwnAnswers } from './own-answers.ts';
import { PostExchange, type Post } from './post-exchange.ts';

const beatEveryMs = 30_000;

export class LegacyTransport implements Transport {
  readonly sessionId: string;
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #own: OwnAnswers;
  readonly #exchanges = new Map<RequestId, PostExchange>();
  #standing: EventStream | null = null;
  #version: string | null = null;

  constructor(sessionId: string, own: OwnAnswers) {
    this.sessionId = sessionId;
    this.#own = own;
  }

  /** The version that initialize settled on; null before. */
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
    const outgoing = message as Message;
    if (isResponse(outgoing) && outgoing.id !== undefined) {
      this.#noteVersion(outgoing);
      this.#answer(outgoing.id, JSON.stringify(outgoing));
    } else this.tell(outgoing, options?.relatedRequestId);
  }

  /** With the answer to a request that is still open, or by the standing stream. */
  tell(message: Message, related?: RequestId): void {
    const exchange = related === undefined ? undefined : this.#exchanges.get(related);
    const text = JSON.stringify(message);
    if (exchange) exchange.tell(text);
    else this.#standing?.send(text);
  }

  /** Whether a request with the same id still waits for its answer. */
  isOpen(id: RequestId): boolean {
    return this.#exchanges.has(id);
  }

  receive(messages: readonly Message[], post: Post): void {
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
    const over = (left: readonly RequestId[]): void => {
      for (const id of ids) this.#exchanges.delete(id);
      for (const requestId of left) this.#cancel(requestId, gone(requestId));
    };
    const exchange = new PostExchange({ ...post, ids, over });
    for (const id of ids) this.#exchanges.set(id, exchange);
  }

  #deliver(message: Message, caller: Caller): void {
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

  #answer(id: RequestId, text: string): void {
    this.#exchanges.get(id)?.answer(id, text);
  }

  #cancel(id: RequestId, notification: Message): void {
    this.#own.cancel(id);
    this.onmessage?.(notification as JSONRPCMessage);
  }

  #noteVersion({ result }: Message): void {
    if (this.#version !== null || !result || !('protocolVersion' in result)) return;
    this.#version = String(result.protocolVersion);
  }
}

/** Nobody is there to hear the answer any more. */
const gone = (requestId: RequestId): Message => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId, reason: 'the connection was closed' },
});

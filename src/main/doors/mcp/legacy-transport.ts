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
import { PostExchange, type Post } from './post-exchange.ts';

export class LegacyTransport implements Transport {
  readonly sessionId: string;
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #exchanges = new Map<RequestId, PostExchange>();
  #standing: EventStream | null = null;
  #version: string | null = null;

  constructor(sessionId: string) {
    this.sessionId = sessionId;
  }

  /** The version that initialize settled on; null before. */
  get version(): string | null {
    return this.#version;
  }

  async start(): Promise<void> {}

  async close(): Promise<void> {
    for (const exchange of new Set(this.#exchanges.values())) exchange.close();
    this.#exchanges.clear();
    this.#standing?.end();
    this.#standing = null;
    this.onclose?.();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const outgoing = message as Message;
    if (isResponse(outgoing) && outgoing.id !== undefined) {
      this.#noteVersion(outgoing);
      this.#exchanges.get(outgoing.id)?.answer(outgoing.id, outgoing);
      return;
    }
    const related = options?.relatedRequestId;
    const exchange = related === undefined ? undefined : this.#exchanges.get(related);
    if (exchange) exchange.tell(outgoing);
    else this.#standing?.send(outgoing);
  }

  /** Whether a request with the same id still waits for its answer. */
  isOpen(id: RequestId): boolean {
    return this.#exchanges.has(id);
  }

  /** Who sent a request that is still open. */
  callerOf(id: RequestId): Caller | null {
    return this.#exchanges.get(id)?.caller ?? null;
  }

  receive(messages: readonly Message[], post: Post): void {
    const requests = messages.filter(isRequest);
    if (requests.length === 0) post.response.writeHead(202).end();
    else this.#expect(requests, post);
    for (const message of messages) this.#deliver(message);
  }

  /** False when there is such a stream already. */
  openStanding(response: ServerResponse): boolean {
    if (this.#standing) return false;
    const standing = new EventStream(response);
    this.#standing = standing;
    response.once('close', () => {
      if (this.#standing === standing) this.#standing = null;
    });
    return true;
  }

  #expect(requests: readonly RequestMessage[], post: Post): void {
    const ids = requests.map(({ id }) => id);
    const over = (left: readonly RequestId[]): void => {
      for (const id of ids) this.#exchanges.delete(id);
      for (const requestId of left) this.#cancel(requestId);
    };
    const exchange = new PostExchange({ ...post, ids, over });
    for (const id of ids) this.#exchanges.set(id, exchange);
  }

  #deliver(message: Message): void {
    this.onmessage?.(message as JSONRPCMessage);
    const cancelled = cancelledBy(message);
    if (cancelled !== null) this.#exchanges.get(cancelled)?.drop(cancelled);
  }

  /** Nobody is there to hear the answer any more. */
  #cancel(requestId: RequestId): void {
    const params = { requestId, reason: 'the connection was closed' };
    this.#deliver({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
  }

  #noteVersion({ result }: Message): void {
    if (this.#version !== null || !result || !('protocolVersion' in result)) return;
    this.#version = String(result.protocolVersion);
  }
}

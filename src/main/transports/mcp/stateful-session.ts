/**
 * One stateful MCP session over Streamable HTTP. The registry answers requests (exchange.ts); the
 * SDK's server does the handshake and sends requests to the client, with this session as its
 * transport.
 */
import type { ServerResponse } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type {
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/sdk/shared/transport.js';
import { ResultSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Agent } from '../../../shared/access/access.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import {
  cancelledBy,
  isRequest,
  isResponse,
  type JsonRpcId,
  type JsonRpcMessage,
} from '../../../shared/protocols/json-rpc.ts';
import { agentOf, type McpCaller } from './caller.ts';
import { EventStream } from './event-stream.ts';
import { McpExchange, PostResponse, type ExchangeOwner, type ResponseFormat } from './exchange.ts';
import { unknownMethod } from './protocol-error.ts';
import type { McpRegistry, MethodHandler, Params } from './registry.ts';
import { notifyListChanged } from './registry-server.ts';

interface Deps {
  readonly id: string;
  readonly clientId: ClientId;
  readonly registry: McpRegistry;
  readonly closed: () => void;
  readonly onError: (text: string) => void;
}

/** One POST of the session's client. */
export interface IncomingPost {
  readonly messages: readonly JsonRpcMessage[];
  readonly response: ServerResponse;
  readonly format: ResponseFormat;
  readonly caller: McpCaller;
}

const heartbeatMs = 30_000;

export class StatefulSession implements Transport, ExchangeOwner {
  readonly sessionId: string;
  readonly clientId: ClientId;
  lastUsed = 0;
  onmessage?: (message: JSONRPCMessage) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #deps: Deps;
  readonly #server: Server;
  readonly #open = new Map<JsonRpcId, McpExchange>();
  /** The client's GET stream, for messages that belong to no request. */
  #serverStream: EventStream | null = null;
  #version: string | null = null;
  #lastAgent: Agent | null = null;

  constructor(deps: Deps) {
    const { about, capabilities, instructions } = deps.registry;
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
    this.#server.onclose = () => {
      void following.dispose();
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

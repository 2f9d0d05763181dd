/**
 * One MCP request over HTTP, from its arrival to its answer, and the response to its POST: plain JSON
 * if there is only the answer, an event stream if notifications come first. We answer the registry's
 * methods ourselves, because the SDK parses every message with several schemas and creates web
 * requests and responses, which costs more than the rest of a call.
 */
import type { ServerResponse } from 'node:http';
import type { Agent } from '../../../shared/access/access.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import type { JsonRpcId, JsonRpcRequest } from '../../../shared/protocols/json-rpc.ts';
import { replyJsonText } from '../http/replies.ts';
import { EventStream } from './event-stream.ts';
import { errorText } from './protocol-error.ts';
import type { Exchange, MethodHandler, Params } from './registry.ts';

/** The session or endpoint that received the request. */
export interface ExchangeOwner {
  /** Sends a request to the client while one of its own requests is open. */
  ask(relatedId: JsonRpcId, method: string, params: Params): Promise<Params>;
  /** Called once, when the request is answered or cancelled. */
  ended(exchange: McpExchange): void;
}

/** Who sent the request. */
interface Sender {
  readonly agent: Agent;
  readonly claimedWorkspace: string | null;
}

export class McpExchange implements Exchange {
  readonly id: JsonRpcId;
  readonly agent: Agent;
  readonly claimedWorkspace: string | null;
  readonly progressToken: string | number | undefined;
  readonly #params: Params;
  readonly #post: PostResponse;
  readonly #owner: ExchangeOwner;
  readonly #controller = new AbortController();

  constructor(
    { id, params = {} }: JsonRpcRequest,
    { agent, claimedWorkspace }: Sender,
    post: PostResponse,
    owner: ExchangeOwner,
  ) {
    this.id = id;
    this.agent = agent;
    this.claimedWorkspace = claimedWorkspace;
    this.progressToken = progressTokenIn(params);
    this.#params = params;
    this.#post = post;
    this.#owner = owner;
    post.add(this);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  notify(method: string, params: Params): void {
    this.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  request(method: string, params: Params): Promise<Params> {
    return this.#owner.ask(this.id, method, params);
  }

  /** Sends a message about this request before its answer. */
  send(text: string): void {
    if (this.#post.has(this)) this.#post.send(text);
  }

  async run(handler: MethodHandler, onError: (text: string) => void): Promise<void> {
    let text: string;
    try {
      text = resultText(this.id, await handler(this.#params, this));
    } catch (error) {
      text = errorText(this.id, error, onError);
    }
    this.answer(text);
  }

  /** The whole response as text. Does nothing after an answer or a cancellation. */
  answer(text: string): void {
    if (!this.#post.has(this)) return;
    this.#owner.ended(this);
    this.#post.answer(this, text);
  }

  /** The client cancelled the request or is gone: the work stops, and no answer is sent. */
  cancel(): void {
    if (!this.#post.has(this)) return;
    this.#owner.ended(this);
    this.#post.answer(this, null);
    this.#controller.abort();
  }
}

export interface ResponseFormat {
  /** The request was a batch, so the response is one too. */
  readonly isBatch: boolean;
  /** The Accept header lists event streams before JSON. */
  readonly prefersStream: boolean;
}

/** The HTTP response to one POST; the requests of a batch share it. */
export class PostResponse {
  readonly #response: ServerResponse;
  readonly #format: ResponseFormat;
  readonly #open = new Set<McpExchange>();
  readonly #answers: string[] = [];
  #stream: EventStream | null = null;

  constructor(response: ServerResponse, format: ResponseFormat) {
    this.#response = response;
    this.#format = format;
    response.once('close', () => this.#disconnected());
  }

  add(exchange: McpExchange): void {
    this.#open.add(exchange);
  }

  has(exchange: McpExchange): boolean {
    return this.#open.has(exchange);
  }

  send(text: string): void {
    this.#stream ??= new EventStream(this.#response);
    this.#stream.send(text);
  }

  /** Null: the request gets no answer. The response ends with its last request. */
  answer(exchange: McpExchange, text: string | null): void {
    this.#open.delete(exchange);
    if (text !== null) {
      if (this.#stream || this.#format.prefersStream) this.send(text);
      else this.#answers.push(text);
    }
    if (this.#open.size === 0) this.#end();
  }

  #end(): void {
    if (this.#response.destroyed) return;
    const [first] = this.#answers;
    if (this.#stream || first === undefined) {
      (this.#stream ?? new EventStream(this.#response)).end();
    } else {
      const text = this.#format.isBatch ? `[${this.#answers.join(',')}]` : first;
      replyJsonText(this.#response, 200, text);
    }
  }

  #disconnected(): void {
    for (const exchange of [...this.#open]) exchange.cancel();
  }
}

const texts = new WeakMap<object, string>();

/** Serialises a result that is sent often only once. The result must not change afterwards. */
export function cachedResult<Result extends object>(result: Result): Result {
  texts.set(result, JSON.stringify(result));
  return result;
}

function resultText(id: JsonRpcId, result: object): string {
  const text = texts.get(result) ?? JSON.stringify(result);
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`;
}

function progressTokenIn({ _meta: meta }: Params): string | number | undefined {
  const token = isObject(meta) ? meta['progressToken'] : undefined;
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
}

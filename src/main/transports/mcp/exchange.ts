/**
 * One MCP request over HTTP, from its arrival to its answer, and the response to its POST: plain JSON
 * if there is only the answer, an event stream if notifications come first. We answer the registry's
 * methods ourselves, because the SDK parses every message with several schemas and creates web
 * requests and responses, which costs more than the rest of a call.
 */
import type { ServerResponse, IncomingHttpHeaders } from 'node:http';
import type { Agent, VerifiedCaller } from '../../../shared/access/access.ts';
import { isObject } from '../../../shared/base/is-object.ts';
import type { JsonRpcId, JsonRpcRequest } from '../../../shared/protocols/json-rpc.ts';
import { replyJsonText } from '../http/replies.ts';
import { EventStream } from './event-stream.ts';
import { errorText } from './protocol-error.ts';
import type { ResourceFollows } from './resource-follows.ts';
import type { Exchange, MethodHandler, Params } from './registry.ts';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientId } from '../../../shared/base/ids.ts';

/** The session or endpoint that received the request. */
export interface ExchangeOwner {
  readonly follows: ResourceFollows | null;
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
  /** Null once it is answered or cancelled: work may go on, and must not keep the response in memory. */
  #post: PostResponse | null;
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

  get follows(): ResourceFollows | null {
    return this.#owner.follows;
  }

  notify(method: string, params: Params): void {
    this.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  request(method: string, params: Params): Promise<Params> {
    return this.#owner.ask(this.id, method, params);
  }

  /** Sends a message about this request before its answer. */
  send(text: string): void {
    this.#post?.send(text);
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
    const post = this.#post;
    if (!post) return;
    this.#post = null;
    this.#owner.ended(this);
    post.answer(this, text);
  }

  /** The client cancelled the request or is gone: the work stops, and no answer is sent. */
  cancel(): void {
    const post = this.#post;
    if (!post) return;
    this.#post = null;
    this.#owner.ended(this);
    post.answer(this, null);
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

/** The caller of a request, as far as the transport knows. */
export interface McpCaller {
  readonly clientId: ClientId;
  readonly verified: VerifiedCaller | null;
  readonly remote?: Agent['remote'];
  /** The folder that the client says it works in; nothing has checked it. */
  readonly claimedWorkspace: string | null;
}

interface ClaimedClient {
  readonly name: string;
  readonly title?: string | undefined;
  readonly version?: string | undefined;
}

export const agentOf = (
  { clientId, verified, remote }: McpCaller,
  claimed: ClaimedClient | undefined,
): Agent =>
  Object.freeze({
    clientId,
    claimedName: (claimed?.title ?? claimed?.name ?? 'unnamed').slice(0, 100),
    claimedVersion: (claimed?.version ?? '').slice(0, 40),
    door: 'mcp',
    verified,
    ...(remote === undefined ? {} : { remote }),
  });

/** A path, or a file URL for names that a header cannot contain. */
export function claimedWorkspaceOf(headers: IncomingHttpHeaders): string | null {
  const claim = headers['x-workspace-path'];
  if (typeof claim !== 'string' || claim.length > 4096 * 3) return null;
  const place = claim.startsWith('file:///') ? pathIn(claim) : claim;
  return place !== null && place.length <= 4096 && path.isAbsolute(place) ? place : null;
}

function pathIn(address: string): string | null {
  try {
    return fileURLToPath(address);
  } catch {
    return null;
  }
}

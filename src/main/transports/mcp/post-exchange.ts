/**
 * One POST and its response: plain JSON if there is only the response, an event stream if
 * notifications come first.
 */
import type { ServerResponse } from 'node:http';
import { replyJsonText } from '../http/replies.ts';
import type { McpCaller } from './caller.ts';
import { EventStream } from './event-stream.ts';
import type { JsonRpcId } from './json-rpc.ts';

export interface Post {
  readonly response: ServerResponse;
  readonly caller: McpCaller;
  /** The request was a batch, so the response is one too. */
  readonly batch: boolean;
  /** The Accept header lists event streams before JSON. */
  readonly prefersStream: boolean;
}

interface Posted extends Post {
  readonly ids: readonly JsonRpcId[];
  /** Called once, when all requests are answered or the client disconnected. */
  readonly over: (left: readonly JsonRpcId[]) => void;
}

export class PostExchange {
  readonly #posted: Posted;
  readonly #open: Set<JsonRpcId>;
  readonly #answers: string[] = [];
  #stream: EventStream | null = null;

  constructor(posted: Posted) {
    this.#posted = posted;
    this.#open = new Set(posted.ids);
    posted.response.once('close', () => this.#end());
  }

  /** Sends a notification about an open request. */
  sendNotification(message: string): void {
    this.#stream ??= new EventStream(this.#posted.response);
    this.#stream.send(message);
  }

  answer(id: JsonRpcId, message: string): void {
    if (!this.#open.delete(id)) return;
    if (this.#stream || this.#posted.prefersStream) this.sendNotification(message);
    else this.#answers.push(message);
    if (this.#open.size === 0) this.#finish();
  }

  /** A request that was cancelled gets no answer. */
  drop(id: JsonRpcId): void {
    if (this.#open.delete(id) && this.#open.size === 0) this.#finish();
  }

  close(): void {
    for (const id of [...this.#open]) this.drop(id);
  }

  #finish(): void {
    const { response, batch } = this.#posted;
    const [only] = this.#answers;
    if (this.#stream || !only) {
      (this.#stream ?? new EventStream(response)).end();
    } else {
      replyJsonText(response, 200, batch ? `[${this.#answers.join(',')}]` : only);
    }
    this.#end();
  }

  #end(): void {
    const left = [...this.#open];
    this.#open.clear();
    this.#posted.over(left);
  }
}

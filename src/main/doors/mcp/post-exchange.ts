/**
 * One POST and its answer: plain JSON when the answer is all there is to say, a stream of events
 * when something is told before.
 */
import type { ServerResponse } from 'node:http';
import { replyJsonText } from '../wire/replies.ts';
import type { Caller } from './caller.ts';
import { EventStream } from './event-stream.ts';
import type { RequestId } from './json-rpc.ts';

export interface Post {
  readonly response: ServerResponse;
  readonly caller: Caller;
  /** An array came, so an array goes. */
  readonly batch: boolean;
  /** The client names a stream before plain JSON. */
  readonly prefersStream: boolean;
}

interface Posted extends Post {
  readonly ids: readonly RequestId[];
  /** Called once, when all is answered or the client is gone. */
  readonly over: (left: readonly RequestId[]) => void;
}

export class PostExchange {
  readonly #posted: Posted;
  readonly #open: Set<RequestId>;
  readonly #answers: string[] = [];
  #stream: EventStream | null = null;

  constructor(posted: Posted) {
    this.#posted = posted;
    this.#open = new Set(posted.ids);
    posted.response.once('close', () => this.#end());
  }

  /** Something about a request that is still open. */
  tell(message: string): void {
    this.#stream ??= new EventStream(this.#posted.response);
    this.#stream.send(message);
  }

  answer(id: RequestId, message: string): void {
    if (!this.#open.delete(id)) return;
    if (this.#stream || this.#posted.prefersStream) this.tell(message);
    else this.#answers.push(message);
    if (this.#open.size === 0) this.#finish();
  }

  /** A request that was cancelled gets no answer. */
  drop(id: RequestId): void {
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

/** Requests to one extension and their answers, kept until they are answered on whichever connection. */
import { randomUUID } from 'node:crypto';
import type { TaggedMessage } from '../../../shared/browser.ts';

export type Answer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly message: string };

export interface Request {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly connectionId: string;
}

interface Waiting {
  readonly message: TaggedMessage;
  readonly settle: (answer: Answer | null) => void;
}

export class TaggedMessages {
  readonly #waiting = new Map<string, Waiting>();

  get size(): number {
    return this.#waiting.size;
  }

  /** Null when it was given up. The id is new in the world: whoever hears it twice hears one request. */
  open({ method, params, connectionId }: Request): {
    readonly message: TaggedMessage;
    readonly answered: Promise<Answer | null>;
    readonly giveUp: () => void;
  } {
    const id = randomUUID();
    const message: TaggedMessage = { jsonrpc: '2.0', id, method, params, connectionId };
    const { promise: answered, resolve } = Promise.withResolvers<Answer | null>();
    const settle = (answer: Answer | null): void => {
      if (this.#waiting.delete(id)) resolve(answer);
    };
    this.#waiting.set(id, { message, settle });
    return { message, answered, giveUp: () => settle(null) };
  }

  /** Unknown ids are answers to what nobody waits for any more. */
  take({ id, result, error, connectionId }: TaggedMessage): void {
    const waiting = typeof id === 'string' ? this.#waiting.get(id) : undefined;
    if (!waiting || waiting.message.connectionId !== connectionId) return;
    if (error === undefined) waiting.settle({ kind: 'result', result });
    else waiting.settle({ kind: 'error', code: error.code, message: error.message });
  }

  /** In the order they were made, for a connection that was made anew. */
  unanswered(): readonly TaggedMessage[] {
    return [...this.#waiting.values()].map(({ message }) => message);
  }

  has(id: string | number): boolean {
    return typeof id === 'string' && this.#waiting.has(id);
  }

  giveUp(ids: ReadonlySet<string | number>): void {
    for (const [id, { settle }] of [...this.#waiting]) if (ids.has(id)) settle(null);
  }

  giveUpAll(): void {
    for (const { settle } of [...this.#waiting.values()]) settle(null);
  }
}

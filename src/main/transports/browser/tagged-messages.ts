/** Requests to one extension and their answers, kept until they are answered on whichever connection. */
import { randomUUID } from 'node:crypto';
import type { TaggedMessage } from '../../../shared/integrations/browser.ts';

export type TabReply =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly message: string };

export interface TabRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly connectionId: string;
}

interface PendingTabRequest {
  readonly message: TaggedMessage;
  readonly finish: (answer: TabReply | null) => void;
}

export class TaggedMessages {
  readonly #waiting = new Map<string, PendingTabRequest>();

  get size(): number {
    return this.#waiting.size;
  }

  /** Null when it was given up. The id is new in the world: whoever hears it twice hears one request. */
  open({ method, params, connectionId }: TabRequest): {
    readonly message: TaggedMessage;
    readonly answered: Promise<TabReply | null>;
    readonly giveUp: () => void;
  } {
    const id = randomUUID();
    const message: TaggedMessage = { jsonrpc: '2.0', id, method, params, connectionId };
    const { promise: answered, resolve } = Promise.withResolvers<TabReply | null>();
    const finish = (answer: TabReply | null): void => {
      if (this.#waiting.delete(id)) resolve(answer);
    };
    this.#waiting.set(id, { message, finish });
    return { message, answered, giveUp: () => finish(null) };
  }

  /** Unknown ids are answers to what nobody waits for any more. */
  take({ id, result, error, connectionId }: TaggedMessage): void {
    const waiting = typeof id === 'string' ? this.#waiting.get(id) : undefined;
    if (!waiting || waiting.message.connectionId !== connectionId) return;
    if (error === undefined) waiting.finish({ kind: 'result', result });
    else waiting.finish({ kind: 'error', code: error.code, message: error.message });
  }

  /** In the order they were made, for a connection that was made anew. */
  unanswered(): readonly TaggedMessage[] {
    return [...this.#waiting.values()].map(({ message }) => message);
  }

  has(id: string | number): boolean {
    return typeof id === 'string' && this.#waiting.has(id);
  }

  giveUp(ids: ReadonlySet<string | number>): void {
    for (const [id, { finish }] of [...this.#waiting]) if (ids.has(id)) finish(null);
  }

  giveUpAll(): void {
    for (const { finish } of [...this.#waiting.values()]) finish(null);
  }
}

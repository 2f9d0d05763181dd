/** Requests to one browser extension. They wait for their replies across reconnects. */
import { randomUUID } from 'node:crypto';
import { PendingReplies } from '../../../shared/base/pending-replies.ts';
import type { TaggedMessage } from '../../../shared/integrations/browser.ts';

export type TabReply =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly message: string };

export interface TabRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly connectionId: string;
}

export interface OpenTabRequest {
  readonly message: TaggedMessage;
  /** Null when nobody waits for the reply any more. */
  readonly answered: Promise<TabReply | null>;
  readonly giveUp: () => void;
}

export class TaggedMessages {
  readonly #pending = new PendingReplies<string, TabReply | null>();
  readonly #messages = new Map<string, TaggedMessage>();

  get size(): number {
    return this.#pending.size;
  }

  /** The id is unique, so an extension that receives a message twice carries it out once. */
  open({ method, params, connectionId }: TabRequest): OpenTabRequest {
    const id = randomUUID();
    const message: TaggedMessage = { jsonrpc: '2.0', id, method, params, connectionId };
    this.#messages.set(id, message);
    const answered = this.#pending.wait(id).finally(() => this.#messages.delete(id));
    return { message, answered, giveUp: () => void this.#pending.resolve(id, null) };
  }

  /** Replies that nobody waits for are ignored. */
  take({ id, result, error, connectionId }: TaggedMessage): void {
    if (typeof id !== 'string' || this.#messages.get(id)?.connectionId !== connectionId) return;
    const reply: TabReply =
      error === undefined
        ? { kind: 'result', result }
        : { kind: 'error', code: error.code, message: error.message };
    this.#pending.resolve(id, reply);
  }

  /** In the order they were made, to send them again on a new connection. */
  unanswered(): readonly TaggedMessage[] {
    return [...this.#messages.values()].filter(({ id = '' }) => this.has(id));
  }

  has(id: string | number): boolean {
    return typeof id === 'string' && this.#pending.has(id);
  }

  giveUp(ids: ReadonlySet<string | number>): void {
    for (const id of this.#pending.ids()) if (ids.has(id)) this.#pending.resolve(id, null);
  }

  giveUpAll(): void {
    this.#pending.resolveAll(null);
  }
}

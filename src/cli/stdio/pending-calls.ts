/** The client's requests that have no answer yet. */
import type { MessageId, Request } from './message.ts';

export interface PendingCall {
  readonly request: Request;
  readonly stop: AbortController;
  /** The client does not want the answer any more. */
  cancelled: boolean;
}

export class PendingCalls {
  readonly #calls = new Map<MessageId, PendingCall>();

  add(request: Request): PendingCall {
    const call = { request, stop: new AbortController(), cancelled: false };
    this.#calls.set(request.id, call);
    return call;
  }

  find(id: unknown): PendingCall | undefined {
    return this.#calls.get(id as MessageId);
  }

  /** True for whoever is the first to answer it. */
  settle(call: PendingCall): boolean {
    if (this.#calls.get(call.request.id) !== call) return false;
    this.#calls.delete(call.request.id);
    return !call.cancelled;
  }

  /** Streams of changes that the client holds open in the second era. */
  listens(): readonly PendingCall[] {
    return [...this.#calls.values()].filter(
      ({ request, cancelled }) => request.method === 'subscriptions/listen' && !cancelled,
    );
  }

  stopAll(): void {
    for (const { stop } of this.#calls.values()) stop.abort();
    this.#calls.clear();
  }
}

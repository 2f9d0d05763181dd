/** The client's unanswered requests. */
import type { JsonRpcId, JsonRpcRequest } from '../../shared/protocols/json-rpc.ts';

export interface ProxiedCall {
  readonly request: JsonRpcRequest;
  readonly stop: AbortController;
  /** The client cancelled the request. */
  cancelled: boolean;
}

export class ProxiedCalls {
  readonly #calls = new Map<JsonRpcId, ProxiedCall>();

  add(request: JsonRpcRequest): ProxiedCall {
    const call = { request, stop: new AbortController(), cancelled: false };
    this.#calls.set(request.id, call);
    return call;
  }

  find(id: unknown): ProxiedCall | undefined {
    return this.#calls.get(id as JsonRpcId);
  }

  /** True for the first answer only. */
  resolve(call: ProxiedCall): boolean {
    if (this.#calls.get(call.request.id) !== call) return false;
    this.#calls.delete(call.request.id);
    return !call.cancelled;
  }

  /** The client's open `subscriptions/listen` requests (stateless MCP). */
  listens(): readonly ProxiedCall[] {
    return [...this.#calls.values()].filter(
      ({ request, cancelled }) => request.method === 'subscriptions/listen' && !cancelled,
    );
  }

  stopAll(): void {
    for (const { stop } of this.#calls.values()) stop.abort();
    this.#calls.clear();
  }
}

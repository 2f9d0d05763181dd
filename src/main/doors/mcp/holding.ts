/**
 * No call is held longer than clients wait. What is not done by then goes on, and its result is
 * fetched later by a handle that only the same client can use.
 */
import { randomUUID } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ClientId } from '../../../shared/ids.ts';
import { refused } from '../../../shared/outcomes.ts';
import type { Exchange } from './registry.ts';
import { pendingResult, toResult } from './tool-results.ts';
import { waitFor } from './waiting.ts';

/** Clients give up on a call after 60 s or more; we answer "pending" well before. */
export const longestHoldMs = 45_000;
const settledKeptMs = 15 * 60_000;
const settledKeptPerClient = 32;

/** Something whose result may take longer than a client waits. */
export interface Work {
  readonly tool: string;
  readonly result: Promise<CallToolResult>;
  /** The handle, if the work has one already. */
  readonly requestId?: string | undefined;
  /** What becomes of it when the call that began it is cancelled. */
  readonly withdraw: () => void;
}

interface HeldCall {
  readonly requestId: string;
  readonly clientId: ClientId;
  readonly tool: string;
  readonly result: Promise<CallToolResult>;
  settledAt: number | null;
}

export class Holding {
  readonly #monotonic: () => number;
  readonly #calls = new Map<string, HeldCall>();

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** The result, or "pending" and a handle. Cancelling the call withdraws the work. */
  async hold(work: Work, exchange: Exchange): Promise<CallToolResult> {
    const waited = await waitFor(work.result, waitingOf(exchange));
    if (waited.kind === 'answer') return waited.value;
    if (waited.kind === 'cancelled') {
      work.withdraw();
      return toResult(refused('ask-withdrawn'));
    }
    const requestId = work.requestId ?? this.#keep(work, exchange.agent.clientId);
    return pendingResult(requestId, notYet);
  }

  /** Null when this client has no such call. */
  async again(requestId: string, exchange: Exchange): Promise<CallToolResult | null> {
    const call = this.#calls.get(requestId);
    if (call?.clientId !== exchange.agent.clientId) return null;
    return goOnWaiting(requestId, call.result, exchange);
  }

  pendingOf(clientId: ClientId): readonly { readonly request_id: string; readonly tool: string }[] {
    return [...this.#calls.values()]
      .filter((call) => call.clientId === clientId && call.settledAt === null)
      .map(({ requestId, tool }) => ({ request_id: requestId, tool }));
  }

  #keep({ tool, result }: Work, clientId: ClientId): string {
    const requestId = randomUUID();
    const call: HeldCall = { requestId, clientId, tool, result, settledAt: null };
    this.#calls.set(requestId, call);
    const settled = (): void => {
      call.settledAt = this.#monotonic();
      this.#forgetOld(clientId);
    };
    result.then(settled, settled);
    return requestId;
  }

  #forgetOld(clientId: ClientId): void {
    const oldest = this.#monotonic() - settledKeptMs;
    const settled = [...this.#calls.values()].filter((call) => call.settledAt !== null);
    const tooMany = settled
      .filter((call) => call.clientId === clientId)
      .slice(0, -settledKeptPerClient);
    const tooOld = settled.filter((call) => (call.settledAt ?? 0) < oldest);
    for (const { requestId } of [...tooMany, ...tooOld]) this.#calls.delete(requestId);
  }
}

/** Giving up here leaves the work, and the question, where they are. */
export async function goOnWaiting(
  requestId: string,
  result: Promise<CallToolResult>,
  exchange: Exchange,
): Promise<CallToolResult> {
  const waited = await waitFor(result, waitingOf(exchange));
  return waited.kind === 'answer' ? waited.value : pendingResult(requestId, notYet);
}

const notYet = 'It is not done yet: the person has not answered, or the work goes on.';

function waitingOf(exchange: Exchange) {
  const { progressToken } = exchange;
  return {
    signal: exchange.signal,
    ms: longestHoldMs,
    progress(elapsedMs: number) {
      if (progressToken === undefined) return;
      const progress = Math.round(elapsedMs / 1000);
      const params = { progressToken, progress, message: 'Waiting for the person' };
      exchange.notify('notifications/progress', params);
    },
  };
}

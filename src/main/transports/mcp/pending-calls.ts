/**
 * Answers "pending" before clients time out. The call continues, and its result is fetched later
 * with a handle that only the same client can use.
 */
import { randomUUID } from 'node:crypto';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Agent } from '../../../shared/access/access.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { refused } from '../../../shared/actions/outcomes.ts';
import { isSameAsker } from '../../core/core.ts';
import type { Exchange } from './registry.ts';
import { pendingResult, toResult } from './tool-results.ts';

/** Clients give up on a call after 60 s or more; we answer "pending" well before. */
export const maxHoldMs = 45_000;
const keepFinishedMs = 15 * 60_000;
const maxFinishedPerClient = 32;

/** Work whose result may take longer than a client waits. */
export interface Work {
  readonly tool: string;
  readonly result: Promise<CallToolResult>;
  /** The handle, if the work has one already. */
  readonly requestId?: string | undefined;
  /** Called when the client cancels the call, for work that does not follow its signal. */
  readonly withdraw?: () => void;
}

interface PendingToolCall {
  readonly requestId: string;
  readonly agent: Agent;
  readonly tool: string;
  readonly result: Promise<CallToolResult>;
  finishedAt: number | null;
}

export class PendingToolCalls {
  readonly #monotonic: () => number;
  readonly #calls = new Map<string, PendingToolCall>();

  constructor(monotonic: () => number) {
    this.#monotonic = monotonic;
  }

  /** The result, or "pending" and a handle. Cancelling the call withdraws the work. */
  async hold(work: Work, exchange: Exchange): Promise<CallToolResult> {
    const waited = await waitFor(work.result, waitingOf(exchange));
    if (waited.kind === 'answer') return waited.value;
    if (waited.kind === 'cancelled') {
      work.withdraw?.();
      return toResult(refused('ask-withdrawn'));
    }
    const requestId = work.requestId ?? this.#keep(work, exchange.agent);
    return pendingResult(requestId, notYet);
  }

  /** Null when this process of this client has no such call. */
  async again(requestId: string, exchange: Exchange): Promise<CallToolResult | null> {
    const call = this.#calls.get(requestId);
    const { clientId, verified } = exchange.agent;
    if (call?.agent.clientId !== clientId) return null;
    if (!isSameAsker(call.agent.verified, verified)) return null;
    return goOnWaiting(requestId, call.result, exchange);
  }

  pendingOf(clientId: ClientId): readonly { readonly request_id: string; readonly tool: string }[] {
    return [...this.#calls.values()]
      .filter((call) => call.agent.clientId === clientId && call.finishedAt === null)
      .map(({ requestId, tool }) => ({ request_id: requestId, tool }));
  }

  #keep({ tool, result }: Work, agent: Agent): string {
    const requestId = randomUUID();
    const call: PendingToolCall = { requestId, agent, tool, result, finishedAt: null };
    this.#calls.set(requestId, call);
    const finished = (): void => {
      call.finishedAt = this.#monotonic();
      this.#forgetOld(agent.clientId);
    };
    result.then(finished, finished);
    return requestId;
  }

  #forgetOld(clientId: ClientId): void {
    const oldest = this.#monotonic() - keepFinishedMs;
    const finished = [...this.#calls.values()].filter((call) => call.finishedAt !== null);
    const tooMany = finished
      .filter((call) => call.agent.clientId === clientId)
      .slice(0, -maxFinishedPerClient);
    const tooOld = finished.filter((call) => (call.finishedAt ?? 0) < oldest);
    for (const { requestId } of [...tooMany, ...tooOld]) this.#calls.delete(requestId);
  }
}

/** Cancelling this wait does not cancel the work or the ask. */
export async function goOnWaiting(
  requestId: string,
  result: Promise<CallToolResult>,
  exchange: Exchange,
): Promise<CallToolResult> {
  const waited = await waitFor(result, waitingOf(exchange));
  return waited.kind === 'answer' ? waited.value : pendingResult(requestId, notYet);
}

const notYet = 'Not finished yet: the user has not answered, or the call is still running.';

function waitingOf(exchange: Exchange) {
  const { progressToken } = exchange;
  return {
    signal: exchange.signal,
    ms: maxHoldMs,
    progress(elapsedMs: number) {
      if (progressToken === undefined) return;
      const progress = Math.round(elapsedMs / 1000);
      const params = { progressToken, progress, message: 'Waiting for the user' };
      exchange.notify('notifications/progress', params);
    },
  };
}

interface WaitOptions {
  readonly signal: AbortSignal;
  readonly ms: number;
  /** Called regularly until the work is finished. */
  readonly progress: (elapsedMs: number) => void;
}

type WaitResult<T> =
  | { readonly kind: 'answer'; readonly value: T }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'still-waiting' };

const progressEveryMs = 10_000;

/**
 * Waits for a time, cancellable, with progress. Every call passes here and most are answered
 * immediately, so it uses one timer and one listener.
 */
export function waitFor<T>(
  answer: Promise<T>,
  { signal, progress, ms }: WaitOptions,
): Promise<WaitResult<T>> {
  const { promise, resolve, reject } = Promise.withResolvers<WaitResult<T>>();
  let waited = 0;
  let timer: NodeJS.Timeout;
  const leave = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  };
  const end = (how: WaitResult<T>): void => {
    leave();
    resolve(how);
  };
  const cancel = (): void => end({ kind: 'cancelled' });
  const goOn = (): void => {
    const step = Math.min(progressEveryMs, ms - waited);
    timer = setTimeout(() => {
      waited += step;
      if (waited >= ms) return end({ kind: 'still-waiting' });
      progress(waited);
      goOn();
    }, step);
  };
  goOn();
  signal.addEventListener('abort', cancel, { once: true });
  if (signal.aborted) cancel();
  answer.then(
    (value) => end({ kind: 'answer', value }),
    (error: unknown) => {
      leave();
      reject(error);
    },
  );
  return promise;
}

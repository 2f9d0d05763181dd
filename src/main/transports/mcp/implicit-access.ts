/**
 * A call without access requests it: only what the call needs, with our own wording, and once.
 * After a denial the agent gets the denial again; the user is not asked again.
 */
import type { Agent } from '../../../shared/access/access.ts';
import type { Outcome, Refused } from '../../../shared/actions/outcomes.ts';
import type { Call, Core } from '../../core/core.ts';
import type { LeastFor } from './folders.ts';

interface Deps {
  readonly core: Core;
  readonly leastFor: LeastFor;
  /** Whether an executor for the action is connected. */
  readonly canDo: (action: string) => boolean;
  readonly monotonic: () => number;
}

export interface FirstUseCall extends Call {
  readonly agent: Agent;
  readonly claimedWorkspace: string | null;
}

/** The outcome, and the access request that was opened for the call. */
export interface FinishedCall {
  readonly outcome: Outcome;
  readonly requestId?: string;
}

const lifted = new Set(['no-session', 'scope-missing', 'outside-roots']);
const quietAfterNoMs = 10 * 60_000;
const maxRemembered = 1_000;
const maxCommandText = 1_000;

export class ImplicitAccess {
  readonly #deps: Deps;
  /** Denied requests, and until when they are not asked again. */
  readonly #notAgain = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async run(call: FirstUseCall, signal: AbortSignal): Promise<FinishedCall> {
    const { gate } = this.#deps.core;
    const outcome = await gate.pass(call, call.agent, signal);
    if (outcome.kind !== 'refused' || !lifted.has(outcome.code) || signal.aborted) {
      return { outcome };
    }
    const accessSpec = await this.#specFor(call, signal);
    if (!accessSpec) return { outcome };
    const key = JSON.stringify([call.agent.clientId, accessSpec.scopes, accessSpec.roots]);
    if (this.#isQuiet(key)) return { outcome: alreadyNo(outcome) };
    const asked = await this.#ask(accessSpec, call.agent, signal);
    if (asked.outcome.kind === 'done') {
      return { ...asked, outcome: await gate.pass(call, call.agent, signal) };
    }
    if (asked.outcome.code !== 'ask-withdrawn') this.#keepQuiet(key);
    return asked.outcome.code === 'root-not-found' ? { outcome } : asked;
  }

  async #specFor(call: FirstUseCall, signal: AbortSignal) {
    const { core, canDo, leastFor } = this.#deps;
    if (!canDo(call.action)) return null;
    const seen = await core.preview(call, call.agent, signal);
    if (seen.kind !== 'no-access') return null;
    // Whether the user is asked depends only on names the caller already knows.
    const named = leastFor.byName([seen.missing], call);
    const least = named && ((await leastFor([seen.missing], call)) ?? named);
    return least && { ...least, reason: reasonFor(call, seen.runs) };
  }

  async #ask(accessSpec: object, agent: Agent, signal: AbortSignal): Promise<FinishedCall> {
    const request = this.#deps.core.requests.open(accessSpec, agent, { inOurWords: true });
    const withdraw = (): void => request.withdraw();
    signal.addEventListener('abort', withdraw, { once: true });
    try {
      return { outcome: await request.outcome, requestId: request.requestId };
    } finally {
      signal.removeEventListener('abort', withdraw);
    }
  }

  #isQuiet(key: string): boolean {
    return (this.#notAgain.get(key) ?? 0) > this.#deps.monotonic();
  }

  #keepQuiet(key: string): void {
    this.#notAgain.delete(key);
    this.#notAgain.set(key, this.#deps.monotonic() + quietAfterNoMs);
    const [oldest] = this.#notAgain.keys();
    if (this.#notAgain.size > maxRemembered && oldest) this.#notAgain.delete(oldest);
  }
}

/** The command belongs into the question; calls that only read share one question, whatever they read. */
const reasonFor = ({ action }: Call, runs: string | null): string =>
  runs === null
    ? `It called ${action} without having access.`
    : `It wants to ${runs.slice(0, maxCommandText)}.`;

const alreadyNo = (refusal: Refused): Refused => ({
  ...refusal,
  message: `${refusal.message} Access was requested a moment ago and not granted.`,
  hint: 'Do something else, or call request_access and explain why you need it.',
});

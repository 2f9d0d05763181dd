/**
 * A call that lacks access asks for it: for no more than the call needs, in our own words, and
 * once. After a no the agent is told so instead of the person being asked again.
 */
import type { Agent } from '../../../shared/access.ts';
import type { Outcome, Refused } from '../../../shared/outcomes.ts';
import type { Call, Core } from '../../core/offers.ts';
import type { LeastFor } from './folders.ts';

interface Deps {
  readonly core: Core;
  readonly leastFor: LeastFor;
  /** Whether anybody is there to carry the action out. */
  readonly canDo: (action: string) => boolean;
  readonly monotonic: () => number;
}

export interface FirstUseCall extends Call {
  readonly agent: Agent;
  readonly claimedWorkspace: string | null;
}

/** How it ended, and which request was made on the way. */
export interface Ended {
  readonly outcome: Outcome;
  readonly requestId?: string;
}

const lifted = new Set(['no-session', 'scope-missing', 'outside-roots']);
const quietAfterNoMs = 10 * 60_000;
const mostRemembered = 1_000;

export class FirstUse {
  readonly #deps: Deps;
  /** What was asked and not given, and until when it is not asked again. */
  readonly #notAgain = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async run(call: FirstUseCall, signal: AbortSignal): Promise<Ended> {
    const { gate } = this.#deps.core;
    const outcome = await gate.pass(call, call.agent, signal);
    if (outcome.kind !== 'refused' || !lifted.has(outcome.code) || signal.aborted) {
      return { outcome };
    }
    const wish = await this.#wishFor(call, signal);
    if (!wish) return { outcome };
    const key = JSON.stringify([call.agent.clientId, wish.scopes, wish.roots]);
    if (this.#isQuiet(key)) return { outcome: alreadyNo(outcome) };
    const asked = await this.#ask(wish, call.agent, signal);
    if (asked.outcome.kind === 'done') {
      return { ...asked, outcome: await gate.pass(call, call.agent, signal) };
    }
    if (asked.outcome.code !== 'ask-withdrawn') this.#keepQuiet(key);
    return asked;
  }

  async #wishFor(call: FirstUseCall, signal: AbortSignal) {
    const { core, canDo, leastFor } = this.#deps;
    if (!canDo(call.action)) return null;
    const seen = await core.preview(call, call.agent, signal);
    if (seen.kind !== 'no-access') return null;
    const least = await leastFor([seen.wished], call);
    return least && { ...least, reason: `It called ${call.action}, which it has no access to.` };
  }

  async #ask(wish: object, agent: Agent, signal: AbortSignal): Promise<Ended> {
    const request = this.#deps.core.requests.open(wish, agent, { inOurWords: true });
    const withdraw = (): void => request.withdraw();
    signal.addEventListener('abort', withdraw, { once: true });
    try {
      return { outcome: await request.settled, requestId: request.requestId };
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
    if (this.#notAgain.size > mostRemembered && oldest) this.#notAgain.delete(oldest);
  }
}

const alreadyNo = (refusal: Refused): Refused => ({
  ...refusal,
  message: `${refusal.message} Access was asked for a moment ago and not given.`,
  hint: 'Do something else, or call request_access and say why you need it.',
});

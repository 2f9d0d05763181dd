/**
 * A call without access requests it: only what the call needs, with our own wording, and once.
 * After a denial the agent gets the denial again; the user is not asked again.
 */
import type { Agent } from '../../../shared/access/access.ts';
import type { Scope } from '../../../shared/access/scopes.ts';
import type { Outcome, Refused } from '../../../shared/actions/outcomes.ts';
import type { AccessOutcome, Call, Core } from '../../core/core.ts';
import type { SmallestAskFor } from './folders.ts';

interface Deps {
  readonly core: Core;
  readonly accessFor: AccessFor;
  /** Refusals that a new grant would lift. Left out: those of an agent that never had access. */
  readonly lifted?: ReadonlySet<string>;
  readonly monotonic: () => number;
}

export interface FirstUseCall extends Call {
  readonly agent: Agent;
  readonly claimedWorkspace: string | null;
  /** It belongs to the session that it has, such as that of its sandbox, and asks for no other. */
  readonly isBound?: boolean;
}

/** The outcome, and the access request that was opened for the call. */
export interface FinishedCall {
  readonly outcome: Outcome;
  readonly requestId?: string;
}

interface AskedAccess {
  readonly outcome: AccessOutcome;
  readonly requestId: string;
  /** The user allowed it in the window, by an ask that showed the whole call. */
  readonly wasShown: boolean;
}

export interface WantedAccess {
  readonly spec: {
    readonly scopes: readonly Scope[];
    readonly roots: readonly string[];
    readonly reason: string;
    readonly ttl_seconds?: number;
  };
  /** What the call would do, in words. */
  readonly sentence: string;
}

/** What to ask for on behalf of a call; null when there is nothing sensible to ask. */
export type AccessFor = (call: FirstUseCall, signal: AbortSignal) => Promise<WantedAccess | null>;

const liftedAtFirstUse: ReadonlySet<string> = new Set([
  ...['no-session', 'scope-missing', 'outside-roots'],
]);
const quietAfterNoMs = 10 * 60_000;
const maxRemembered = 1_000;
const maxCommandText = 1_000;
/** A longer call is not read as a part of a question about access. */
const maxShownText = 220;

export class ImplicitAccess {
  readonly #deps: Deps;
  /** Denied requests, and until when they are not asked again. */
  readonly #notAgain = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async run(call: FirstUseCall, signal: AbortSignal): Promise<FinishedCall> {
    const { gate } = this.#deps.core;
    const { lifted = liftedAtFirstUse } = this.#deps;
    const outcome = await gate.pass(call, call.agent, signal);
    const isLifted = outcome.kind === 'refused' && lifted.has(outcome.code);
    if (!isLifted || call.isBound === true || signal.aborted) return { outcome };
    const wanted = await this.#deps.accessFor(call, signal);
    if (!wanted) return { outcome };
    const { scopes, roots } = wanted.spec;
    const key = JSON.stringify([call.agent.clientId, scopes, roots]);
    if (this.#isQuiet(key)) return { outcome: alreadyNo(outcome) };
    const asked = await this.#ask(wanted, call.agent, signal);
    const { requestId } = asked;
    if (asked.outcome.kind === 'done') {
      const again = asked.wasShown
        ? gate.passShown(call, call.agent, signal)
        : gate.pass(call, call.agent, signal);
      return { requestId, outcome: await again };
    }
    if (asked.outcome.code !== 'ask-withdrawn') this.#keepQuiet(key);
    return asked.outcome.code === 'root-not-found'
      ? { outcome }
      : { requestId, outcome: asked.outcome };
  }

  async #ask(
    { spec, sentence }: WantedAccess,
    agent: Agent,
    signal: AbortSignal,
  ): Promise<AskedAccess> {
    const { requests, asks } = this.#deps.core;
    const request = requests.open(spec, agent, { inOurWords: true, call: sentence });
    const withdraw = (): void => request.withdraw();
    signal.addEventListener('abort', withdraw, { once: true });
    try {
      await request.put;
      // Calls that need the same share one ask, which shows only the first of them.
      const ask = asks.list().find(({ askId }) => askId === request.askId());
      const isOwn = ask?.kind === 'access' && ask.reason === spec.reason;
      const outcome = await request.outcome;
      const isByUser = request.record().decidedBy === 'person';
      const wasShown = isOwn && isByUser && isWhole(spec.reason);
      return { outcome, requestId: request.requestId, wasShown };
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

interface SmallestAccessDeps {
  readonly core: Pick<Core, 'preview'>;
  readonly smallestAskFor: SmallestAskFor;
  /** Whether an executor for the action is connected. */
  readonly canDo: (action: string) => boolean;
}

/** Only what the call needs. */
export const smallestAccess =
  ({ core, canDo, smallestAskFor }: SmallestAccessDeps): AccessFor =>
  async (call, signal) => {
    if (!canDo(call.action)) return null;
    const seen = await core.preview(call, call.agent, signal);
    if (seen.kind !== 'no-access') return null;
    // Whether the user is asked depends only on names the caller already knows.
    const named = smallestAskFor.byName([seen.missing], call);
    const least = named && ((await smallestAskFor([seen.missing], call)) ?? named);
    const sentence = seen.sentence.slice(0, maxCommandText);
    const reason = reasonFor(call, seen.isRun ? sentence : null);
    return least && { spec: { ...least, reason }, sentence };
  };

/** The command belongs into the question; calls that only read share one question, whatever they read. */
const reasonFor = ({ action }: Call, runs: string | null): string =>
  runs === null
    ? `It called ${action} without having access.`
    : `It wants to ${runs.slice(0, maxCommandText)}.`;

/** Sentences cut long words with `…`. */
const isWhole = (reason: string): boolean => reason.length <= maxShownText && !reason.includes('…');

const alreadyNo = (refusal: Refused): Refused => ({
  ...refusal,
  message: `${refusal.message} Access was requested a moment ago and not granted.`,
  hint: 'Do something else, or call request_access and explain why you need it.',
});

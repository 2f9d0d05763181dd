/**
 * Asks about hosts. All connections of a session to one host and port share one ask, and it stays when
 * they give up, so that the answer serves the retry. A yes lasts as long as its button says; a no counts
 * until the session ends.
 */
import type { AskId, SessionId } from '../../../shared/base/ids.ts';
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import { refused } from '../../../shared/actions/outcomes.ts';
import { connectAction } from '../../../shared/network/connection.ts';
import { patternOf, type HostAndPort } from '../../../shared/network/host-pattern.ts';
import type { AskQueue, AskResult } from '../asks/ask-queue.ts';
import { outcomeOf, quoteOf, type ConfirmResult } from '../asks/confirm-result.ts';
import type { Clock } from '../dependencies.ts';
import type { FloodGuard } from '../limits/flood-guard.ts';
import type { Grants } from '../policy/grants.ts';
import type { ResolvedConnection } from './connection.ts';

/** A package manager opens many connections for one job; "once" is for that job. */
const onceMs = 30_000;

interface Deps {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly asks: AskQueue;
  readonly grants: Grants;
  readonly flood: FloodGuard;
}

interface PendingHostAsk {
  readonly askId: AskId;
  readonly result: Promise<AskResult>;
  waiting: number;
}

interface OnceAnswer {
  readonly until: number;
  /** How many more connections the answer covers. */
  left: number;
}

const yes: ConfirmResult = { by: 'person', result: 'allow', refusal: null };

export class ConnectionAsks {
  readonly #deps: Deps;
  readonly #pending = new Map<string, PendingHostAsk>();
  readonly #once = new Map<string, OnceAnswer>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  isPending({ digest }: ResolvedConnection): boolean {
    return this.#pending.has(digest);
  }

  /** An earlier answer that covers this connection; null when the user must be asked. */
  remembered(connection: ResolvedConnection, isRuleAsking: boolean): ConfirmResult | null {
    const { grants } = this.#deps;
    const { sessionId } = connection.session;
    const denied =
      grants.deniedKind(sessionId, connectAction) ??
      grants.deniedKind(sessionId, hostKey(connection));
    if (denied !== null) {
      const refusal = refused('denied-by-person', quoteOf(denied));
      return { by: 'person', result: 'deny', refusal };
    }
    if (this.#takeOnce(connection) || grants.takeUnused(connection.digest)) return yes;
    if (isRuleAsking) return null;
    // The user was not shown that the name resolves to such an address.
    if (!connection.isRebound && grants.isAllowed(sessionId, shownKey(connection))) return yes;
    if (connection.addressClass !== 'public') return null;
    const isKept =
      grants.isAllowed(sessionId, hostKey(connection)) ||
      (connection.registry !== null && grants.isAllowed(sessionId, registriesKey));
    return isKept ? yes : null;
  }

  /** Joins the ask for this host, or asks. A connection that gives up leaves the ask to its retry. */
  async ask(
    connection: ResolvedConnection,
    makeAsk: () => ConfirmAsk,
    signal: AbortSignal,
  ): Promise<ConfirmResult> {
    const pending = this.#pending.get(connection.digest) ?? this.#begin(connection, makeAsk());
    this.#setWaiting(pending, pending.waiting + 1);
    const { promise: gone, resolve } = Promise.withResolvers<AskResult>();
    const onAbort = (): void => {
      this.#setWaiting(pending, pending.waiting - 1);
      resolve({ kind: 'withdrawn' });
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    try {
      return outcomeOf(await Promise.race([gone, pending.result]));
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  #begin(connection: ResolvedConnection, ask: ConfirmAsk): PendingHostAsk {
    const { digest } = connection;
    // The session's end withdraws it, as it does every ask of the session.
    const asking = this.#deps.asks.ask(ask, new AbortController().signal);
    const result = asking.then((answer) => {
      this.#learn(connection, answer, pending.waiting);
      this.#pending.delete(digest);
      return answer;
    });
    const pending: PendingHostAsk = { askId: ask.askId, result, waiting: 0 };
    this.#pending.set(digest, pending);
    return pending;
  }

  #setWaiting(pending: PendingHostAsk, waiting: number): void {
    pending.waiting = waiting;
    // 0 would mean postponed; the ask stays open for the retry.
    this.#deps.asks.setWaiting(pending.askId, Math.max(1, waiting));
  }

  #learn(connection: ResolvedConnection, answer: AskResult, waiting: number): void {
    const { grants, flood } = this.#deps;
    const { sessionId, agent } = connection.session;
    flood.answered(agent.clientId, answer);
    switch (answer.kind) {
      case 'session':
        grants.allowForSession(sessionId, answer.set ? registriesKey : hostKey(connection));
        grants.allowForSession(sessionId, hostKey(connection));
        return undefined;
      case 'once':
        return this.#keepOnce(connection, waiting);
      case 'deny':
        return grants.denyKind(sessionId, hostKey(connection), answer.reason);
      case 'deny-kind':
        return grants.denyKind(sessionId, connectAction, answer.reason);
      case 'timed-out':
      case 'allow':
      case 'submit':
      case 'change':
      case 'parked':
      case 'withdrawn':
      case 'closed':
        return undefined;
    }
  }

  /** For an address that is not public, a yes covers only the waiting connections, or one retry if they gave up. */
  #keepOnce({ digest, addressClass }: ResolvedConnection, waiting: number): void {
    const left = addressClass === 'public' ? Number.POSITIVE_INFINITY : Number(waiting === 0);
    const now = this.#deps.clock.monotonic();
    for (const [key, { until }] of this.#once) if (until <= now) this.#once.delete(key);
    if (left > 0) this.#once.set(digest, { until: now + onceMs, left });
  }

  #takeOnce({ digest }: ResolvedConnection): boolean {
    const once = this.#once.get(digest);
    if (!once) return false;
    const counts = once.until > this.#deps.clock.monotonic();
    once.left -= 1;
    if (!counts || once.left <= 0) this.#once.delete(digest);
    return counts;
  }
}

/** The host was named in the ask that the session began with, whatever address it has. */
export const allowShownHost = (grants: Grants, sessionId: SessionId, host: HostAndPort): void =>
  grants.allowForSession(sessionId, shownKey(host));

const shownKey = (host: HostAndPort): string => `${connectAction} as shown ${patternOf(host)}`;

const registriesKey = 'net_connect package registries';

const hostKey = (connection: ResolvedConnection): string =>
  `${connectAction} ${patternOf(connection)}`;

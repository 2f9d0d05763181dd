/** Serves net_connect: session, limits, policy, ask, connect, and what was sent and received. */
import type { Session } from '../../../shared/access/access.ts';
import type { AskId, SessionId } from '../../../shared/base/ids.ts';
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import {
  done,
  isError,
  refused,
  type Failed,
  type Outcome,
  type Refused,
} from '../../../shared/actions/outcomes.ts';
import type { ReachedHost } from '../../../shared/network/connection.ts';
import { patternOf } from '../../../shared/network/host-pattern.ts';
import type { AskQueue } from '../asks/ask-queue.ts';
import type { ConfirmResult } from '../asks/confirm-result.ts';
import type { Needs } from '../dependencies.ts';
import type { AuditEntryWriter } from '../ledger/entry-writer.ts';
import { SessionConnectionLimits } from '../limits/connection-limits.ts';
import { FloodGuard } from '../limits/flood-guard.ts';
import type { Grants } from '../policy/grants.ts';
import type { RuleStore } from '../policy/rule-store.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import type { ConnectRequest, ResolvedConnection } from './connection.ts';
import { connectionAsk } from './connection-ask.ts';
import { ConnectionAsks } from './connection-asks.ts';
import { judgeConnection, type ConnectVerdict } from './judge-connection.ts';
import { ReachedHosts } from './reached-hosts.ts';
import { namedConnection, withAddresses } from './resolve-connection.ts';

interface Deps {
  readonly needs: Needs;
  readonly asks: AskQueue;
  readonly grants: Grants;
  readonly rules: Pick<RuleStore, 'list' | 'used'>;
  readonly sessions: SessionStore;
}

/** Programs try many hosts; more than a call by the agent may be denied before it is muted. */
const mostDenied = { denied: 12, 'timed-out': 6, 'not-found': 8 } as const;

export class ConnectFlow {
  readonly #deps: Deps;
  readonly #limits: SessionConnectionLimits;
  readonly #asks: ConnectionAsks;
  /** Counted separately, so that denied hosts do not mute an agent's calls. */
  readonly flood: FloodGuard;
  readonly #reached = new ReachedHosts();
  readonly #changed = new Emitter<void>();

  constructor(deps: Deps) {
    this.#deps = deps;
    const { clock } = deps.needs;
    this.#limits = new SessionConnectionLimits(clock);
    this.flood = new FloodGuard(clock, mostDenied);
    this.#asks = new ConnectionAsks({ ...deps, clock, flood: this.flood });
  }

  readonly onChanged = this.#changed.on;

  reachedBy(sessionId: SessionId): readonly ReachedHost[] {
    return this.#reached.of(sessionId);
  }

  async serve(
    request: ConnectRequest,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const { sessions, needs } = this.#deps;
    const session = sessions.current(request.sessionId);
    if (!session) return sessions.whyNotLive(request.sessionId);
    const slot = this.#limits.enter(request.sessionId);
    if (isError(slot)) return slot;
    try {
      const named = namedConnection(request, session, needs);
      if (isError(named)) return named;
      const refusal = await this.#decide(named, entry, signal);
      if (refusal) return this.#noted(named, refusal);
      const connection = await this.#lookedUp(named, request, entry, signal);
      if (isError(connection)) return connection;
      return await this.#connect(connection, request, entry, signal);
    } finally {
      void slot.dispose();
    }
  }

  /** If the name resolves to an address that the answer did not cover, that is decided separately. */
  async #lookedUp(
    named: ResolvedConnection,
    request: ConnectRequest,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<ResolvedConnection | Refused | Failed> {
    if (named.addresses.length > 0) return named;
    const found = await request.resolve(named.host);
    const connection = withAddresses(named, found, this.#deps.needs);
    if (isError(connection)) return connection;
    const isCovered = !connection.isRebound && this.#judge(connection).kind !== 'deny';
    const refusal = isCovered ? null : await this.#decide(connection, entry, signal);
    return refusal ? this.#noted(connection, refusal) : connection;
  }

  /** Null: the connection may be made, and the decision is recorded. */
  async #decide(
    connection: ResolvedConnection,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<Refused | null> {
    const verdict = this.#judge(connection);
    this.#deps.rules.used(verdict.rule);
    if (verdict.kind === 'ask') return this.#confirm(connection, verdict, entry, signal);
    const isAllowed = verdict.kind === 'allow';
    const unrecorded = await entry.decide({
      ...{ decidedBy: 'policy', rule: verdict.rule, result: verdict.kind },
      ...factsOf(connection),
      granted: recorded(connection, isAllowed ? [verdict.explain] : []),
      ...(isAllowed ? {} : { code: verdict.refusal.code, detail: verdict.refusal.message }),
    });
    return unrecorded ?? (isAllowed ? null : verdict.refusal);
  }

  async #confirm(
    connection: ResolvedConnection,
    verdict: Extract<ConnectVerdict, { kind: 'ask' }>,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<Refused | null> {
    const answer =
      this.#asks.remembered(connection, verdict.rule !== 'network') ??
      (await this.#ask(connection, verdict.because, entry, signal));
    if (isError(answer)) return answer;
    const { refusal } = answer;
    const unrecorded = await entry.decide({
      ...{ decidedBy: answer.by, rule: verdict.rule, result: answer.result },
      ...factsOf(connection),
      granted: recorded(connection, verdict.because),
      msToDecide: entry.elapsedMs,
      ...(refusal ? { code: refusal.code, detail: refusal.message } : {}),
    });
    return unrecorded ?? refusal ?? this.#whyNoLonger(connection);
  }

  async #ask(
    connection: ResolvedConnection,
    because: readonly string[],
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<ConfirmResult | Refused> {
    const full = this.#asks.isPending(connection) ? null : this.#full(connection.session);
    const unable = full ?? (await entry.makeDurable()) ?? this.#whyNotLive(connection);
    if (unable) return unable;
    return this.#asks.ask(connection, () => this.#askFor(connection, because), signal);
  }

  #askFor(connection: ResolvedConnection, because: readonly string[]): ConfirmAsk {
    const { needs } = this.#deps;
    return connectionAsk(connection, because, {
      askId: needs.newId() as AskId,
      askedAt: needs.clock.now(),
      timeoutMs: needs.settings.askTimeoutSeconds * 1000,
    });
  }

  #full({ agent }: Session): Refused | null {
    const { asks, needs } = this.#deps;
    const { pendingAsksPerClient } = needs.settings.limits;
    return asks.fullFor(agent.clientId, pendingAsksPerClient) ?? this.flood.refusal(agent.clientId);
  }

  async #connect(
    connection: ResolvedConnection,
    request: ConnectRequest,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<Outcome> {
    if (signal.aborted) return this.#noted(connection, refused('ask-withdrawn'));
    entry.carriedOutBy('sandbox proxy');
    const over = this.#deps.sessions.overSignal(connection.session.sessionId);
    const verdict = this.#judge(connection);
    const traffic = await request.open(connection.addresses, AbortSignal.any([signal, over]));
    if (isError(traffic)) return traffic;
    const { host, port } = connection;
    const use = { host, port, ...traffic };
    const rule = verdict.kind === 'allow' ? verdict.explain : undefined;
    this.#reached.add(connection.session.sessionId, use, rule);
    this.#changed.emit();
    return { ...done({ sent: use.sent, received: use.received }), network: use };
  }

  #noted(connection: ResolvedConnection, refusal: Refused): Refused {
    this.#reached.refuse(connection.session.sessionId, connection);
    this.#changed.emit();
    return refusal;
  }

  /** Answering took time; meanwhile the session may have ended or a rule may have been added. */
  #whyNoLonger(connection: ResolvedConnection): Refused | null {
    const verdict = this.#judge(connection);
    const denied = verdict.kind === 'deny' ? verdict.refusal : null;
    return this.#whyNotLive(connection) ?? denied;
  }

  #whyNotLive({ session }: ResolvedConnection): Refused | null {
    const { sessions } = this.#deps;
    return sessions.current(session.sessionId) ? null : sessions.whyNotLive(session.sessionId);
  }

  #judge(connection: ResolvedConnection): ConnectVerdict {
    const { rules, needs } = this.#deps;
    const isOwnPort = needs.isOwnPort ?? (() => false);
    return judgeConnection(connection, {
      ...{ rules: rules.list(), now: needs.clock.now(), isOwnPort },
    });
  }
}

const factsOf = ({ session, digest }: ResolvedConnection) => ({
  sessionId: session.sessionId,
  payloadSha256: digest,
});

/** The fields that the ledger records with the decision. */
const recorded = (connection: ResolvedConnection, because: readonly string[]) => ({
  ...{ target: patternOf(connection), addresses: connection.addresses },
  ...{ address_class: connection.addressClass, because },
  ...(connection.isRebound ? { rebound: true } : {}),
});

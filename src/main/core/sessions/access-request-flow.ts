/** Serves request_access: finds what is missing, asks the user, and starts the session. */
import type {
  AccessAsk,
  Agent,
  RequestAccessArgs,
  Root,
  Session,
} from '../../../shared/access/access.ts';
import type { ParsedArgs } from '../../../shared/actions/actions.ts';
import type { ShownRun } from '../../../shared/agents/agent-run.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { AskId, ClientId, RequestId, SessionId } from '../../../shared/base/ids.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { AskQueue, AllowedAnswer } from '../asks/ask-queue.ts';
import { JoinedWork } from '../asks/shared-work.ts';
import type { AuditEntryWriter, Decision } from '../ledger/entry-writer.ts';
import type { FloodGuard } from '../limits/flood-guard.ts';
import type { Needs } from '../dependencies.ts';
import { rootWarningWithMounts } from '../roots/grantable.ts';
import {
  decideAll,
  decline,
  granted,
  undecided,
  type AccessOutcome,
  type AccessResult,
} from './access-decisions.ts';
import { isSameAsker } from './asking-process.ts';
import type { RememberedAccess, StandingStart } from '../remembered/remembered-access.ts';
import type { RoleCut } from '../../../shared/access/role-offer.ts';
import type { PriorAnswers } from './prior-answers.ts';
import { accessSpecOf, type AccessSpec, type ServerScopes } from './access-spec.ts';
import { roleOffers, whyBeyondRole, withinRole, type ClientRoles } from './role-limits.ts';
import type { SessionStore } from './session-store.ts';
import { isPartOf, missingPart, accessKey } from './step-up.ts';

export interface RequestedAccess {
  readonly requestId: RequestId;
  readonly agent: Agent;
  /** As they came, for the ledger. */
  readonly args: unknown;
  readonly parsed: ParsedArgs<RequestAccessArgs> | Refused;
  /** The reason was written by Gatehouse, not by the agent. */
  readonly inOurWords?: true | undefined;
  /** The call without access that led to it, in words. */
  readonly call?: string | undefined;
  /** The agent that runs in the sandbox, and the hosts that are allowed with it. */
  readonly run?: ShownRun | undefined;
  /** Called with the id of the ask, once it is shown. */
  readonly asked?: (askId: AskId) => void;
}

interface Deps {
  readonly needs: Needs;
  readonly asks: AskQueue;
  readonly sessions: SessionStore;
  readonly flood: FloodGuard;
  readonly priors: PriorAnswers;
  readonly remembered: RememberedAccess;
  readonly roles: Pick<ClientRoles, 'of' | 'list'>;
  readonly serverScopes?: (clientId: ClientId) => ServerScopes;
}

interface AskRequest extends RequestedAccess {
  readonly entry: AuditEntryWriter;
  /** The access that no live session has yet; only this is asked for. */
  readonly spec: AccessSpec;
  readonly cut?: RoleCut | undefined;
  /** Folders that replaced the ones an earlier yes was given for. */
  readonly replaced?: readonly Root[];
}

interface SessionOrigin {
  readonly parentId: SessionId | null;
  /** A part of a live session, which needs no answer. */
  readonly isPart?: boolean;
  /** Null or left out: the user was asked. */
  readonly standing?: StandingStart;
}

export class AccessRequestFlow {
  readonly #deps: Deps;
  readonly #sessionLimitReached = new Emitter<ClientId>();
  readonly #joined = new JoinedWork<AccessResult<AskRequest>, AskRequest>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A request was refused because of the limit for sessions. */
  readonly onSessionLimit = this.#sessionLimitReached.on;

  async serve(
    requested: RequestedAccess,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<AccessOutcome> {
    if (isError(requested.parsed)) return requested.parsed;
    const { clientId } = requested.agent;
    const { needs, roles, serverScopes } = this.#deps;
    const whole = await accessSpecOf(requested.parsed.args, needs, serverScopes?.(clientId));
    if (isError(whole)) return this.#withoutProbing(whole, clientId);
    const within = withinRole(whole, roles.of(clientId));
    if (isError(within)) return within;
    const { spec, cut } = within;
    // A caller of the management API can claim any name, so existing sessions prove nothing.
    const isKnown = requested.agent.door !== 'management';
    if (spec.parentId && isKnown)
      return this.#delegate({ ...requested, spec, entry }, spec.parentId);
    const live = this.#deps.sessions.liveOf(clientId);
    const sessions = isError(live) || !isKnown ? [] : live.map((item) => this.#asItIs(item));
    const missing = missingPart(spec, sessions);
    if (!missing) return this.#alreadyGranted(spec, sessions, entry);
    // A paused agent must not get around the pause with a new request.
    if (this.#isOnHold(clientId)) return refused('session-paused');
    return this.#request({ ...requested, entry, cut, spec: { ...spec, ...missing } }, signal);
  }

  /** Limits probing: asking for many folders would reveal which of them exist. */
  #withoutProbing(refusal: Refused, clientId: ClientId): Refused {
    const { flood } = this.#deps;
    if (refusal.code !== 'root-not-found') return refusal;
    const muted = flood.refusal(clientId);
    if (!muted) flood.note(clientId, 'not-found');
    return muted ?? refusal;
  }

  #isOnHold(clientId: ClientId): boolean {
    const isOwn = ({ agent, state }: Session): boolean =>
      agent.clientId === clientId && state === 'PAUSED';
    return this.#deps.sessions.list().some(isOwn);
  }

  async #request(serving: AskRequest, signal: AbortSignal): Promise<AccessOutcome> {
    const { priors } = this.#deps;
    const { roots, parentId } = serving.spec;
    const key = keyOf(serving);
    const prior = priors.take(key, roots);
    if (prior?.replaced.length === 0) {
      return (await this.#open([serving], prior.allow, { parentId })).outcome;
    }
    const refusal = (await this.#mayNotAsk(key, serving)) ?? this.#fullFor(key, serving);
    if (refusal) return refusal;
    if (this.#joined.has(key)) priors.askIdOf(key).forEach((id) => serving.asked?.(id));
    priors.withdrawParked(key);
    const asking = prior ? { ...serving, replaced: prior.replaced } : serving;
    return this.#askOnce(key, asking, signal);
  }

  /** The request is durable before the user is asked; a request that may not ask is refused before that, without a sync. */
  async #mayNotAsk(key: string, serving: AskRequest): Promise<Refused | null> {
    return this.#fullFor(key, serving) ?? (await serving.entry.makeDurable());
  }

  #fullFor(key: string, serving: AskRequest): Refused | null {
    return this.#joined.has(key) ? null : this.#full(serving);
  }

  /** Identical requests share one ask, and each records the answer in its own entry. */
  async #askOnce(key: string, serving: AskRequest, signal: AbortSignal): Promise<AccessOutcome> {
    const { asks, priors, needs } = this.#deps;
    const askId = needs.newId() as AskId;
    const { outcome, decision, recordedIn } = await this.#joined.join({
      key,
      member: serving,
      signal,
      start: (stop, members) => this.#ask(serving, members, askId, stop),
      joined: (waiting) => priors.askIdOf(key).forEach((id) => asks.setWaiting(id, waiting)),
      left: undecided(refused('ask-withdrawn')),
    });
    // A request that joined while the answer was being recorded has no record of it yet.
    if (!decision || recordedIn.includes(serving)) return outcome;
    return (await decideAll([serving], decision)) ?? outcome;
  }

  async #ask(
    serving: AskRequest,
    members: ReadonlySet<AskRequest>,
    askId: AskId,
    signal: AbortSignal,
  ): Promise<AccessResult<AskRequest>> {
    const { asks, flood, remembered } = this.#deps;
    const { clientId } = serving.agent;
    if (remembered.knows(serving.agent, serving.spec.roots)) {
      const standing = await remembered.standingStart(serving.agent, serving.spec);
      if (standing) return this.#open([...members], standing.allow, { parentId: null, standing });
      // Other asks may have come up meanwhile.
      const full = this.#full(serving);
      if (full) return undecided(full);
    }
    const asking = asks.ask(this.#question(serving, askId), signal);
    // The first request is a member only when this has begun.
    for (const member of new Set([serving, ...members])) member.asked?.(askId);
    const result = await asking;
    const waiting = [...members];
    flood.answered(clientId, result);
    if (result.kind !== 'allow') return decline(result, waiting);
    return this.#open(waiting, result, { parentId: serving.spec.parentId });
  }

  /** A sub-session of granted access needs no new ask. */
  async #delegate(serving: AskRequest, parentId: SessionId): Promise<AccessOutcome> {
    const { scopes, roots, seconds } = serving.spec;
    const allow = { kind: 'allow', scopes, roots: pathsOf(roots), seconds } as const;
    return (await this.#open([serving], allow, { parentId, isPart: true })).outcome;
  }

  async #alreadyGranted(
    spec: AccessSpec,
    sessions: readonly Session[],
    entry: AuditEntryWriter,
  ): Promise<AccessOutcome> {
    const session = sessions.find((item) => isPartOf(spec, item)) ?? sessions[0];
    if (!session) return refused('no-session');
    const decision = { decidedBy: 'policy', rule: 'held already', result: 'allow' } as const;
    const unrecorded = await entry.decide({ ...decision, sessionId: session.sessionId });
    return unrecorded ?? granted(session);
  }

  #full(serving: AskRequest): Refused | null {
    const { asks, needs, flood } = this.#deps;
    const { clientId } = serving.agent;
    const muted = flood.refusal(clientId);
    if (muted) return muted;
    const { pendingAsksPerClient } = needs.settings.limits;
    const full = asks.fullFor(clientId, pendingAsksPerClient);
    if (full) return full;
    if (this.#sessionToWiden(serving, serving.spec)) return null;
    return this.#sessionLimit(serving, serving.spec.parentId);
  }

  /** Requests through the management API get their session later; the check is made then. */
  #askerGone({ agent: { door, verified } }: AskRequest): Refused | null {
    const { isStillThere = () => true } = this.#deps.needs;
    const isGone = door === 'mcp' && verified !== null && !isStillThere(verified);
    return isGone ? refused('asker-gone') : null;
  }

  #sessionLimit({ agent, spec }: AskRequest, parentId: SessionId | null): Refused | null {
    const { sessions, needs } = this.#deps;
    const most = needs.settings.limits.sessions;
    if (!parentId) {
      return sessions.countLiveOf(agent.clientId) >= most
        ? this.#tooManySessions(agent.clientId)
        : null;
    }
    const parent = sessions.get(parentId);
    const isOwn = parent?.agent.clientId === agent.clientId || agent.door === 'management';
    if (!parent || !isOwn) return refused('no-session');
    if (!sessions.isLive(parentId)) return sessions.whyNotLive(parentId);
    if (parent.once) return refused('wider-than-parent', 'That session is for one call.');
    if (!isPartOf(spec, parent)) return refused('wider-than-parent');
    if (!isPartOf(spec, this.#asItIs(parent))) return refused('root-changed');
    return sessions.countPartsOf(agent.clientId) >= most
      ? this.#tooManySessions(agent.clientId)
      : null;
  }

  /** Nobody is asked, so the user is told. */
  #tooManySessions(clientId: ClientId): Refused {
    this.#sessionLimitReached.emit(clientId);
    return refused('too-many-sessions');
  }

  /** The live session that a step-up joins: of the same process, in exactly the same folders. */
  #sessionToWiden(
    { agent, spec }: AskRequest,
    { roots, seconds }: { readonly roots: readonly Root[]; readonly seconds: number },
  ): Session | null {
    const { sessions } = this.#deps;
    const live = sessions.liveOf(agent.clientId);
    if (isError(live) || agent.door === 'management' || spec.parentId) return null;
    const fits = (session: Session): boolean =>
      !session.once &&
      session.parentId === null &&
      isSameAsker(session.agent.verified, agent.verified) &&
      hasSameRoots(session.roots, roots) &&
      sessions.canLast(session.sessionId, seconds);
    return live.find(fits) ?? null;
  }

  /** The session without folders that were replaced on disk since they were granted. */
  #asItIs(session: Session): Session {
    const { paths } = this.#deps.needs;
    const isStill = (root: Root): boolean => !isError(paths.resolve(root.path, [root], 'list'));
    return { ...session, roots: session.roots.filter(isStill) };
  }

  #question(serving: AskRequest, askId: AskId): AccessAsk {
    const { needs, remembered, roles } = this.#deps;
    const { requestId, agent, spec, cut, inOurWords, call, run, replaced = [] } = serving;
    const warnings = spec.roots.flatMap((root) => {
      const warning = replaced.includes(root)
        ? replacedWarning
        : rootWarningWithMounts(root.path, needs);
      return warning ? [[root.path, warning] as const] : [];
    });
    const askedAt = needs.clock.now();
    return Object.freeze({
      kind: 'access',
      askId,
      requestId,
      agent,
      scopes: spec.scopes,
      roots: pathsOf(spec.roots),
      pins: spec.roots,
      picked: [],
      rootWarnings: Object.fromEntries(warnings),
      reason: spec.reason,
      ...{ inOurWords, call, run },
      requestedSeconds: spec.seconds,
      askedAt,
      deadline: askedAt + needs.settings.askTimeoutSeconds * 1000,
      waiting: 1,
      // What a sub-session gets ends with its parent and is not remembered.
      isRemembered: (!spec.parentId && remembered.knows(agent, spec.roots)) || undefined,
      lastTime: remembered.lastTime(agent, spec) ?? undefined,
      roles: roleOffers(spec, roles.list(), agent.clientId),
      cutByRole: cut,
    });
  }

  /** One session for all requests that share the ask; each records the decision in its own entry. */
  async #open(
    waiting: readonly AskRequest[],
    allow: AllowedAnswer,
    { parentId, isPart = false, standing }: SessionOrigin,
  ): Promise<AccessResult<AskRequest>> {
    const { needs, sessions, priors, remembered } = this.#deps;
    const { revocations } = priors;
    const [first] = waiting;
    if (!first) return undecided(refused('ask-withdrawn'));
    const { requestId, agent, spec } = first;
    const { scopes, seconds, once, picked = [] } = allow;
    const roots = [...spec.roots, ...picked].filter((root) => allow.roots.includes(root.path));
    const joined = once || parentId ? null : this.#sessionToWiden(first, { roots, seconds });
    const limit = (): Refused | null =>
      this.#askerGone(first) ??
      whyBeyondRole({ scopes, roots }, this.#deps.roles.of(agent.clientId)) ??
      (joined ? null : this.#sessionLimit(first, parentId));
    // Counted again: several asks may have been answered since this one was shown.
    const sessionLimit = limit();
    if (sessionLimit) return undecided(sessionLimit);
    const sessionId = joined?.sessionId ?? (needs.newId() as SessionId);
    const decision: Decision = {
      decidedBy: standing || isPart ? 'policy' : (allow.by ?? 'person'),
      rule: standing ? 'standing grant' : isPart ? 'part of a session' : 'asked',
      result: 'allow',
      granted: grantedFacts(allow, standing),
      sessionId,
      ...(standing ? { detail: standing.detail } : {}),
      ...(first.replaced ? { detail: 'An earlier yes was for a folder that was replaced.' } : {}),
    };
    const unrecorded = await decideAll(waiting, decision);
    if (unrecorded) return undecided(unrecorded);
    // Recording took time; meanwhile other sessions may have started and the parent may have ended.
    const isRevoked =
      priors.revocations !== revocations || (standing && !remembered.isUsable(standing.grantId));
    const noLonger = isRevoked ? refused('session-revoked') : limit();
    if (noLonger) return { outcome: noLonger, decision, recordedIn: waiting };
    const start = { sessionId, requestId, parentId, agent, scopes, roots, seconds, once };
    const standingGrant = standing?.grantId;
    const session = joined
      ? sessions.widen(sessionId, scopes, seconds)
      : sessions.start({ ...start, standingGrant }).session;
    if (!session) return { outcome: sessions.whyNotLive(sessionId), decision, recordedIn: waiting };
    const given = { agent, requested: spec, allow, sessionId };
    if (standing) remembered.started(standing.grantId, given);
    else if (!parentId && allow.by === undefined) await remembered.granted(given);
    return { outcome: granted(session), decision, recordedIn: waiting };
  }
}

const replacedWarning =
  'This folder was put in the place of the one you allowed, so that answer does not count.';

const keyOf = ({ agent, spec }: AskRequest): string =>
  accessKey(agent, spec.scopes, pathsOf(spec.roots));

const pathsOf = (roots: readonly Root[]): readonly string[] => roots.map((root) => root.path);

/** For the ledger. */
const grantedFacts = (
  { scopes, roots, seconds, once, standing: terms }: AllowedAnswer,
  standing: StandingStart | undefined,
): object => ({
  ...{ scopes, roots, seconds },
  ...(once ? { once } : {}),
  ...(terms ? { standing: terms } : {}),
  ...(standing ? { standing_grant: standing.grantId } : {}),
});

const hasSameRoots = (some: readonly Root[], others: readonly Root[]): boolean =>
  some.length === others.length &&
  some.every((item) =>
    others.some(
      ({ path, device, inode }) =>
        path === item.path && device === item.device && inode === item.inode,
    ),
  );

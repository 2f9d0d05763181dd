/** The middle of request_access: what is asked for, the question to the person, and the session it becomes. */
import type { AccessAsk, Agent, Root, Session } from '../../../shared/access.ts';
import type { AskId, RequestId, SessionId } from '../../../shared/ids.ts';
import { done, refused, type Outcome, type Refused } from '../../../shared/outcomes.ts';
import type { AskQueue, Settlement, Yes } from '../asks/ask-queue.ts';
import { JoinedWork } from '../asks/joined-work.ts';
import type { AuditEntryWriter, Decision } from '../audit/audit-entry-writer.ts';
import type { FloodGuard } from '../limits/flood-guard.ts';
import type { Needs } from '../needs.ts';
import { rootWarning } from '../roots/grantable.ts';
import { refusalOf } from './access-refusals.ts';
import type { PriorAnswers } from './prior-answers.ts';
import { readWish, type AccessWish } from './access-wish.ts';
import type { SessionBook } from './session-book.ts';
import { isPartOf, missingPart, wishKey } from './step-up.ts';

export interface RequestedAccess {
  readonly requestId: RequestId;
  readonly agent: Agent;
  readonly args: unknown;
  /** The reason among them is not the agent's. */
  readonly inOurWords?: true | undefined;
  /** Told which question it waits for, once that is put. */
  readonly asked?: (askId: AskId) => void;
}

interface Deps {
  readonly needs: Needs;
  readonly asks: AskQueue;
  readonly sessions: SessionBook;
  readonly flood: FloodGuard;
  readonly priors: PriorAnswers;
}

interface Serving extends RequestedAccess {
  readonly entry: AuditEntryWriter;
  /** What is really missing, and so what is asked. */
  readonly wish: AccessWish;
  /** Folders put in the place of those that a yes was given for. */
  readonly replaced?: readonly Root[];
}

/** How a question ended, and in whose entries that stands. */
interface Settled {
  readonly outcome: Outcome;
  readonly decision: Decision | null;
  readonly told: readonly Serving[];
}

export class AccessDesk {
  readonly #deps: Deps;
  readonly #joined = new JoinedWork<Settled, Serving>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async serve(
    requested: RequestedAccess,
    entry: AuditEntryWriter,
    signal: AbortSignal,
  ): Promise<Outcome> {
    const wish = await readWish(requested.args, this.#deps.needs);
    if ('code' in wish) return wish;
    // Behind the management API anybody can claim to be anybody, so nothing follows from what is held.
    const isKnown = requested.agent.door !== 'management';
    if (wish.parentId && isKnown) {
      return this.#delegate({ ...requested, wish, entry }, wish.parentId);
    }
    const live = this.#deps.sessions.liveOf(requested.agent.clientId);
    const sessions = 'kind' in live || !isKnown ? [] : live.map((one) => this.#asItIs(one));
    const missing = missingPart(wish, sessions);
    if (!missing) return this.#alreadyHeld(wish, sessions, entry);
    return this.#request({ ...requested, entry, wish: { ...wish, ...missing } }, signal);
  }

  async #request(serving: Serving, signal: AbortSignal): Promise<Outcome> {
    const { priors } = this.#deps;
    const { roots, parentId } = serving.wish;
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
    return this.#askTogether(key, asking, signal);
  }

  /** Nobody is asked what is not in the ledger for certain; who may not ask anyway costs no sync. */
  async #mayNotAsk(key: string, serving: Serving): Promise<Refused | null> {
    return this.#fullFor(key, serving) ?? (await serving.entry.makeDurable());
  }

  #fullFor(key: string, serving: Serving): Refused | null {
    return this.#joined.has(key) ? null : this.#full(serving);
  }

  /** Those who ask the same wait for the same answer, and each has it in its own entry. */
  async #askTogether(key: string, serving: Serving, signal: AbortSignal): Promise<Outcome> {
    const { asks, priors, needs } = this.#deps;
    const askId = needs.newId() as AskId;
    const { outcome, decision, told } = await this.#joined.join({
      key,
      member: serving,
      signal,
      start: (stop, members) => this.#ask(serving, members, askId, stop),
      joined: (waiting) => priors.askIdOf(key).forEach((id) => asks.setWaiting(id, waiting)),
      left: undecided(refused('ask-withdrawn')),
    });
    // Who joined while the answer was being written down is not in it yet.
    if (!decision || told.includes(serving)) return outcome;
    return (await decideAll([serving], decision)) ?? outcome;
  }

  async #ask(
    serving: Serving,
    members: ReadonlySet<Serving>,
    askId: AskId,
    signal: AbortSignal,
  ): Promise<Settled> {
    const { clientId } = serving.agent;
    const asking = this.#deps.asks.ask(this.#question(serving, askId), signal);
    serving.asked?.(askId);
    const settlement = await asking;
    const waiting = [...members];
    const { flood } = this.#deps;
    if (settlement.kind === 'deny') flood.note(clientId, 'denied');
    if (settlement.kind === 'timed-out') flood.note(clientId, 'timed-out');
    if (settlement.kind !== 'allow') return decline(settlement, waiting);
    flood.forgive(clientId);
    return this.#open(waiting, settlement, { parentId: serving.wish.parentId });
  }

  /** A part of what was granted already needs no new question. */
  async #delegate(serving: Serving, parentId: SessionId): Promise<Outcome> {
    const { scopes, roots, seconds } = serving.wish;
    const allow = { kind: 'allow', scopes, roots: pathsOf(roots), seconds } as const;
    return (await this.#open([serving], allow, { parentId, rule: 'part of a session' })).outcome;
  }

  async #alreadyHeld(
    wish: AccessWish,
    sessions: readonly Session[],
    entry: AuditEntryWriter,
  ): Promise<Outcome> {
    const session = sessions.find((one) => isPartOf(wish, one)) ?? sessions[0];
    if (!session) return refused('no-session');
    const decision = { decidedBy: 'policy', rule: 'held already', result: 'allow' } as const;
    const unrecorded = await entry.decide({ ...decision, sessionId: session.sessionId });
    return unrecorded ?? done(told(session));
  }

  #full(serving: Serving): Refused | null {
    const { asks, needs, flood } = this.#deps;
    const { clientId } = serving.agent;
    const muted = flood.refusal(clientId);
    if (muted) return muted;
    const { pendingAsksPerClient } = needs.settings.limits;
    if (asks.countOf(clientId) >= pendingAsksPerClient) return refused('too-many-asks');
    if (asks.list().length >= mostAsks) return refused('too-many-asks');
    return this.#noRoom(serving, serving.wish.parentId);
  }

  #noRoom({ agent, wish }: Serving, parentId: SessionId | null): Refused | null {
    const { sessions, needs } = this.#deps;
    const most = needs.settings.limits.sessions;
    if (!parentId) return sessions.countLive() >= most ? refused('too-many-sessions') : null;
    const parent = sessions.get(parentId);
    const isOwn = parent?.agent.clientId === agent.clientId || agent.door === 'management';
    if (!parent || !isOwn) return refused('no-session');
    if (!sessions.isLive(parentId)) return sessions.whyNotLive(parentId);
    if (parent.once) return refused('wider-than-parent', 'That session is for one call.');
    if (!isPartOf(wish, parent)) return refused('wider-than-parent');
    if (!isPartOf(wish, this.#asItIs(parent))) return refused('root-changed');
    return sessions.countPartsOf(agent.clientId) >= most ? refused('too-many-sessions') : null;
  }

  /** With the folders that still are what was granted: one in the place of another was not. */
  #asItIs(session: Session): Session {
    const { paths } = this.#deps.needs;
    const isStill = (root: Root): boolean => !('code' in paths.settle(root.path, [root], 'list'));
    return { ...session, roots: session.roots.filter(isStill) };
  }

  #question(serving: Serving, askId: AskId): AccessAsk {
    const { needs } = this.#deps;
    const { requestId, agent, wish, inOurWords, replaced = [] } = serving;
    const warnings = wish.roots.flatMap((root) => {
      const warning = replaced.includes(root) ? replacedWarning : rootWarning(root.path, needs);
      return warning ? [[root.path, warning] as const] : [];
    });
    const askedAt = needs.clock.now();
    return Object.freeze({
      kind: 'access',
      askId,
      requestId,
      agent,
      scopes: wish.scopes,
      roots: pathsOf(wish.roots),
      pins: wish.roots,
      picked: [],
      rootWarnings: Object.fromEntries(warnings),
      reason: wish.reason,
      inOurWords,
      requestedSeconds: wish.seconds,
      askedAt,
      deadline: askedAt + needs.settings.askTimeoutSeconds * 1000,
      waiting: 1,
    });
  }

  /** One session for all who wait for this answer; each has the decision in its own entry. */
  async #open(
    waiting: readonly Serving[],
    allow: Yes,
    { parentId, rule = 'asked' }: { parentId: SessionId | null; rule?: string },
  ): Promise<Settled> {
    const { needs, sessions, priors } = this.#deps;
    const { timesTakenBack } = priors;
    const [first] = waiting;
    if (!first) return undecided(refused('ask-withdrawn'));
    const { requestId, agent, wish } = first;
    // Counted again: several questions may have been answered since this one was put.
    const noRoom = this.#noRoom(first, parentId);
    if (noRoom) return undecided(noRoom);
    const sessionId = needs.newId() as SessionId;
    const { scopes, seconds, once, picked = [] } = allow;
    const decision: Decision = {
      decidedBy: rule === 'asked' ? (allow.by ?? 'person') : 'policy',
      rule,
      result: 'allow',
      granted: { scopes, roots: allow.roots, seconds, ...(once ? { once } : {}) },
      sessionId,
      ...(first.replaced ? { detail: 'An earlier yes was for a folder that was replaced.' } : {}),
    };
    const unrecorded = await decideAll(waiting, decision);
    if (unrecorded) return undecided(unrecorded);
    // Writing it down took time, in which others began and the whole may have ended.
    const isTakenBack = priors.timesTakenBack !== timesTakenBack;
    const noLonger = isTakenBack ? refused('session-revoked') : this.#noRoom(first, parentId);
    if (noLonger) return { outcome: noLonger, decision, told: waiting };
    const roots = [...wish.roots, ...picked].filter((root) => allow.roots.includes(root.path));
    const start = { sessionId, requestId, parentId, agent, scopes, roots, seconds, once };
    return { outcome: done(told(sessions.start(start).session)), decision, told: waiting };
  }
}

/** Of all clients together: behind the management API one program can give itself many names. */
const mostAsks = 256;

const replacedWarning =
  'This folder was put in the place of the one you allowed, so that answer does not count.';

const keyOf = ({ agent, wish }: Serving): string =>
  wishKey(agent, wish.scopes, pathsOf(wish.roots));

const pathsOf = (roots: readonly Root[]): readonly string[] => roots.map((root) => root.path);

const undecided = (outcome: Outcome): Settled => ({ outcome, decision: null, told: [] });

const told = (session: Session): Record<string, unknown> => ({
  session_id: session.sessionId,
  scopes: session.scopes,
  roots: pathsOf(session.roots),
  expires_at: new Date(session.expiresAt).toISOString(),
  ...(session.once ? { calls: 1 } : {}),
});

async function decideAll(waiting: readonly Serving[], decision: Decision): Promise<Refused | null> {
  const unrecorded = await Promise.all(
    waiting.map(async ({ entry }) => entry.decide({ ...decision, msToDecide: entry.elapsedMs })),
  );
  return unrecorded.find((refusal) => refusal !== null) ?? null;
}

async function decline(
  settlement: Exclude<Settlement, Yes>,
  waiting: readonly Serving[],
): Promise<Settled> {
  const refusal = refusalOf(settlement);
  const byPerson = settlement.kind === 'deny' || settlement.kind === 'parked';
  const way = 'by' in settlement ? settlement.by : undefined;
  const decision: Decision = {
    decidedBy: byPerson ? (way ?? 'person') : 'nobody',
    rule: 'asked',
    result: 'deny',
    code: refusal.code,
    detail: refusal.message,
  };
  const unrecorded = await decideAll(waiting, decision);
  return unrecorded ? undecided(unrecorded) : { outcome: refusal, decision, told: waiting };
}

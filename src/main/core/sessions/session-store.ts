/** The live sessions, and recently ended ones. A session ends at its deadline, not at the next call. */
import type { Agent, Root, Session, SessionEnd } from '../../../shared/access/access.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { ClientId, RequestId, SessionId } from '../../../shared/base/ids.ts';
import type { Refused } from '../../../shared/actions/outcomes.ts';
import type { Scope } from '../../../shared/access/scopes.ts';
import type { Clock } from '../dependencies.ts';
import {
  expiredScopes,
  msToFirstEnd,
  noScopeDeadlines,
  scopeEndsOf,
  widened,
  endingIn,
  onHoldAt,
  stateAfter,
  msLeft,
  lifetimeFrom,
  usedAt,
  whyOver,
  later,
  nowOf,
  type Instant,
  isSpent,
  onceLast,
  unspent,
  whyNotLive,
} from './session-lifetime.ts';
import { SessionTree, type SessionNode } from './session-tree.ts';
import { narrowed, type Narrowing } from './narrowing.ts';
import { SessionTokens, type TokenNeeds } from './session-tokens.ts';

export interface NewSession {
  readonly sessionId: SessionId;
  readonly requestId: RequestId;
  readonly parentId: SessionId | null;
  readonly agent: Agent;
  readonly scopes: readonly Scope[];
  readonly roots: readonly Root[];
  readonly seconds: number;
  readonly once?: boolean | undefined;
  readonly standingGrant?: string | undefined;
}

interface Deps extends TokenNeeds {
  readonly clock: Clock;
  readonly idleSeconds: number;
  /** Takes back what was allowed in an ended session, before anybody is informed of its end. */
  readonly release?: (session: Session) => void;
}

/** Timers run in steps, so that a jump of the wall clock is noticed within one step. */
const longestTimerMs = 30_000;

export class SessionStore implements Disposable {
  readonly #deps: Deps;
  readonly #tree = new SessionTree();
  readonly #tokens: SessionTokens;
  readonly #changed = new Emitter<void>();
  readonly #started = new Emitter<Session>();
  readonly #widened = new Emitter<Session>();
  readonly #scopesEnded = new Emitter<readonly [rest: Session, gone: readonly Scope[]]>();
  readonly #ended = new Emitter<Session>();
  readonly #stateChanged = new Emitter<Session>();
  readonly #tokenIssued = new Emitter<void>();
  #isDegraded: (roots: readonly Root[]) => boolean = () => false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#tokens = new SessionTokens(deps);
  }

  readonly onChanged = this.#changed.on;
  readonly onStarted = this.#started.on;
  /** A live session got more scopes. */
  readonly onWidened = this.#widened.on;
  /** Some scopes of a live session came to their end. */
  readonly onScopesEnded = this.#scopesEnded.on;
  /** Emitted once per session, with its final state. */
  readonly onEnded = this.#ended.on;
  /** A live session became active, degraded or paused. */
  readonly onStateChanged = this.#stateChanged.on;
  readonly onTokenIssued = this.#tokenIssued.on;

  /** Returns the token once; only its SHA-256 is stored. */
  start({ seconds, once = false, ...facts }: NewSession): {
    readonly session: Session;
    readonly token: string;
  } {
    const { clock, idleSeconds } = this.#deps;
    const parent = facts.parentId ? this.#tree.get(facts.parentId) : undefined;
    const lifetime = lifetimeFrom(nowOf(clock), seconds, idleSeconds, parent?.lifetime.deadline);
    const session: Session = Object.freeze({
      ...facts,
      once,
      startedAt: lifetime.start.wallClock,
      expiresAt: lifetime.deadline.wallClock,
      idleEndsAt: lifetime.idleDeadline.wallClock,
      state: this.#isDegraded(facts.roots) ? 'DEGRADED' : 'ACTIVE',
      ...{ ended: null, calls: 0, lastAction: null },
    });
    const node: SessionNode = {
      ...{ session, lifetime, isPaused: false, over: new AbortController(), timer: null },
      scopeEnds: noScopeDeadlines,
    };
    this.#tree.add(node);
    const token = this.#tokens.issue(session.sessionId);
    this.#arm(node);
    this.#changed.emit();
    this.#started.emit(session);
    return { session, token };
  }

  /** The usable sessions of a client, newest first, or a refusal that says why there are none. */
  liveOf(clientId: ClientId): readonly Session[] | Refused {
    const own = this.list().filter((session) => session.agent.clientId === clientId);
    const live = own.flatMap(({ sessionId }) => this.#usable(sessionId) ?? []);
    if (live.length > 0) return onceLast(live);
    return whyNotLive(own.find((session) => session.state === 'PAUSED') ?? own[0]);
  }

  /** Exactly this session, as a list for the gate, or why it cannot be used. */
  liveOnly(sessionId: SessionId): readonly Session[] | Refused {
    const session = this.#usable(sessionId);
    return session ? [session] : this.whyNotLive(sessionId);
  }

  /** The session that a token belongs to. */
  byToken(token: string): Session | Refused {
    const node = this.#byToken(token);
    if (node && this.isLive(node.session.sessionId)) return node.session;
    return whyNotLive(node?.session);
  }

  /** The session that a token belongs to, even while paused; null once it has ended. */
  holderOf(token: string, digest?: string): Session | null {
    const node = this.#byToken(token, digest);
    return !node || node.session.ended || this.#endIfOver(node) ? null : node.session;
  }

  /** The token for a caller that did not wait, returned once. It is created only now, so that no unclaimed token exists. */
  claimToken(sessionId: SessionId): string | null {
    const token = this.#tree.live(sessionId) && this.#tokens.claim(sessionId);
    if (token) this.#tokenIssued.emit();
    return token;
  }

  /** Checks both clocks, so that no call starts after the deadline. */
  isLive(sessionId: SessionId): boolean {
    return this.#usable(sessionId) !== null;
  }

  #usable(sessionId: SessionId): Session | null {
    const session = this.current(sessionId);
    return session && !isSpent(session) ? session : null;
  }

  /** Whether scopes could be added to it for so long: no session outlives the maximum. */
  canLast(sessionId: SessionId, seconds: number): boolean {
    const lifetime = this.#tree.live(sessionId)?.lifetime;
    const now = nowOf(this.#deps.clock);
    const until = later(now, seconds * 1000).wallClock;
    return !!lifetime && endingIn(lifetime, now, seconds).deadline.wallClock >= until;
  }

  /** Adds scopes to a live session, each with its own deadline; null when it has ended. */
  widen(sessionId: SessionId, scopes: readonly Scope[], seconds: number): Session | null {
    const node = this.current(sessionId) && this.#tree.live(sessionId);
    if (!node) return null;
    const { deadline: before } = node.lifetime;
    const granted = { scopes: node.session.scopes, deadline: before, ends: node.scopeEnds };
    const until = later(nowOf(this.#deps.clock), seconds * 1000);
    const { scopes: all, ends, deadline } = widened(granted, { scopes, until });
    node.lifetime = { ...node.lifetime, deadline };
    node.scopeEnds = ends;
    this.#put(node, { scopes: all, expiresAt: deadline.wallClock, scopeEnds: scopeEndsOf(ends) });
    this.#arm(node);
    this.#widened.emit(node.session);
    return node.session;
  }

  /** The session as it is now; null once it has ended or while it is paused. Checks both clocks: right after the machine wakes up, no timer has fired yet. */
  current(sessionId: SessionId): Session | null {
    const node = this.#tree.get(sessionId);
    if (!node || node.session.ended || this.#endIfOver(node)) return null;
    return node.session.state === 'PAUSED' ? null : node.session;
  }

  whyNotLive(sessionId: SessionId): Refused {
    return whyNotLive(this.#tree.get(sessionId)?.session);
  }

  /** Aborted when the session ends; already aborted if it has ended. */
  overSignal(sessionId: SessionId): AbortSignal {
    return this.#tree.get(sessionId)?.over.signal ?? AbortSignal.abort();
  }

  /** Sub-sessions are not counted: they needed no answer, and must not use up the limit. */
  countLiveOf(clientId: ClientId): number {
    return this.#liveSessionsOf(clientId).filter(({ parentId }) => parentId === null).length;
  }

  countPartsOf(clientId: ClientId): number {
    return this.#liveSessionsOf(clientId).filter(({ parentId }) => parentId !== null).length;
  }

  #liveSessionsOf(clientId: ClientId): readonly Session[] {
    return this.list().filter(({ ended, agent }) => !ended && agent.clientId === clientId);
  }

  /** Counts a call, or refuses it. Checking and counting in one step keeps a session for one call from serving two. */
  use(sessionId: SessionId, action: string): Refused | null {
    const node = this.#tree.get(sessionId);
    if (!node || !this.isLive(sessionId)) return this.whyNotLive(sessionId);
    this.#used(node, { calls: node.session.calls + 1, lastAction: action });
    return null;
  }

  /** It is in use, although no call was made. */
  touch(sessionId: SessionId): void {
    const node = this.current(sessionId) && this.#tree.live(sessionId);
    if (node) this.#used(node, {});
  }

  /** While a sub-session is in use, its parent is not idle. */
  #used(node: SessionNode, facts: Partial<Session>): void {
    const now = nowOf(this.#deps.clock);
    for (const item of [node, ...this.#tree.parentsOf(node)]) {
      item.lifetime = usedAt(item.lifetime, now);
      const { wallClock: idleEndsAt } = item.lifetime.idleDeadline;
      this.#put(item, item === node ? { ...facts, idleEndsAt } : { idleEndsAt });
    }
  }

  /** A session for one call ends with that call, unless the call never began. */
  ran(sessionId: SessionId, isBegun: boolean): void {
    const node = this.#tree.live(sessionId);
    if (!node || !isSpent(node.session)) return;
    if (isBegun) this.end(sessionId, 'once');
    else this.#put(node, unspent);
  }

  /** Counted from now, within the maximum lifetime and the parent's end. False when the session has ended. */
  endIn(sessionId: SessionId, seconds: number): boolean {
    const node = this.#tree.live(sessionId);
    if (!node) return false;
    const [parent] = this.#tree.parentsOf(node);
    node.lifetime = endingIn(
      node.lifetime,
      nowOf(this.#deps.clock),
      seconds,
      parent?.lifetime.deadline,
    );
    // Whoever gives a session another end means all of it.
    node.scopeEnds = noScopeDeadlines;
    this.#put(node, { expiresAt: node.lifetime.deadline.wallClock, scopeEnds: {} });
    this.#arm(node);
    for (const child of this.#tree.partsOf(sessionId)) {
      if (child.lifetime.deadline.wallClock <= node.lifetime.deadline.wallClock) continue;
      child.lifetime = { ...child.lifetime, deadline: node.lifetime.deadline };
      // The parent's timer ends its sub-sessions too.
      this.#put(child, { expiresAt: child.lifetime.deadline.wallClock });
    }
    return true;
  }

  /** Removes scopes and folders, from sub-sessions too; a session with nothing left ends. */
  narrow(sessionId: SessionId, to: Narrowing, by: SessionEnd = 'person'): boolean {
    const node = this.#tree.live(sessionId);
    if (!node) return false;
    for (const item of [node, ...this.#tree.partsOf(sessionId)]) {
      const rest = narrowed(item.session, to);
      if (rest) this.#put(item, rest);
      else this.end(item.session.sessionId, by);
    }
    return true;
  }

  /** Includes all sub-sessions. */
  pause(sessionId: SessionId): boolean {
    return this.#setPaused(sessionId, true);
  }

  /** Resumes sub-sessions too, except those paused separately. None resumes before its parent. */
  resume(sessionId: SessionId): boolean {
    return this.canResume(sessionId) && this.#setPaused(sessionId, false);
  }

  canResume(sessionId: SessionId): boolean {
    const node = this.#tree.live(sessionId);
    return node !== null && !this.#tree.parentsOf(node).some((parent) => parent.isPaused);
  }

  /** Live sessions are degraded while their editor is disconnected. */
  setDegraded(isDegraded: (roots: readonly Root[]) => boolean): void {
    this.#isDegraded = isDegraded;
    for (const node of this.#tree.allLive()) {
      const was = node.session.state === 'DEGRADED';
      if (was !== isDegraded(node.session.roots)) this.#putState(node);
    }
  }

  end(sessionId: SessionId, by: SessionEnd): boolean {
    const node = this.#tree.live(sessionId);
    if (!node) return false;
    void node.timer?.dispose();
    node.timer = null;
    const at = this.#deps.clock.now();
    this.#put(node, { state: stateAfter(by), ended: { at, by } });
    for (const child of this.#tree.partsOf(sessionId)) this.end(child.session.sessionId, 'parent');
    for (const old of this.#tree.forgetOldEnded()) this.#tokens.forget(old);
    node.over.abort();
    this.#deps.release?.(node.session);
    this.#ended.emit(node.session);
    return true;
  }

  endAll(by: SessionEnd): number {
    return this.list().filter((session) => this.end(session.sessionId, by)).length;
  }

  readonly get = (id: SessionId): Session | null => this.#tree.get(id)?.session ?? null;

  /** Newest first. */
  list(): readonly Session[] {
    return this.#tree.list();
  }

  dispose(): void {
    this.endAll('quit');
  }

  #byToken(token: string, digest?: string): SessionNode | undefined {
    const sessionId = this.#tokens.sessionOf(token, digest);
    return sessionId === null ? undefined : this.#tree.get(sessionId);
  }

  #setPaused(sessionId: SessionId, isPaused: boolean): boolean {
    const node = this.#tree.live(sessionId);
    if (!node) return false;
    node.isPaused = isPaused;
    for (const item of [node, ...this.#tree.partsOf(sessionId)]) this.#putState(item);
    return true;
  }

  #putState(node: SessionNode): void {
    const onHold = [node, ...this.#tree.parentsOf(node)].some((item) => item.isPaused);
    if (onHold !== node.lifetime.onHold) {
      node.lifetime = onHoldAt(node.lifetime, nowOf(this.#deps.clock), onHold);
      this.#arm(node);
    }
    const served = this.#isDegraded(node.session.roots) ? 'DEGRADED' : 'ACTIVE';
    this.#put(node, {
      state: onHold ? 'PAUSED' : served,
      idleEndsAt: node.lifetime.idleDeadline.wallClock,
    });
  }

  #put(node: SessionNode, facts: Partial<Session>): void {
    const { state } = node.session;
    node.session = Object.freeze({ ...node.session, ...facts });
    this.#changed.emit();
    if (facts.state && facts.state !== state && !facts.ended) this.#stateChanged.emit(node.session);
  }

  #arm(node: SessionNode): void {
    void node.timer?.dispose();
    const now = nowOf(this.#deps.clock);
    const first = Math.min(msLeft(node.lifetime, now), msToFirstEnd(node.scopeEnds, now));
    const wait = Math.min(first, longestTimerMs);
    node.timer = this.#deps.clock.after(Math.max(wait, 1), () => {
      if (!this.#endIfOver(node)) this.#arm(node);
    });
  }

  #endIfOver(node: SessionNode): boolean {
    const now = nowOf(this.#deps.clock);
    const why = whyOver(node.lifetime, now);
    if (why) return this.end(node.session.sessionId, why);
    node.lifetime = { ...node.lifetime, seen: now };
    // What the whole no longer has, its part does not have either.
    for (const item of [...this.#tree.parentsOf(node), node]) this.#dropExpired(item, now);
    return node.session.ended !== null;
  }

  /** True when no scope is left. */
  #dropExpired(node: SessionNode, now: Instant): boolean {
    const gone = expiredScopes(node.scopeEnds, now);
    if (gone.length === 0) return false;
    const { sessionId, scopes } = node.session;
    const rest = scopes.filter((scope) => !gone.includes(scope));
    if (rest.length === 0) return this.end(sessionId, 'deadline');
    node.scopeEnds = new Map([...node.scopeEnds].filter(([scope]) => !gone.includes(scope)));
    this.narrow(sessionId, { scopes: rest }, 'deadline');
    this.#put(node, { scopeEnds: scopeEndsOf(node.scopeEnds) });
    this.#scopesEnded.emit([node.session, gone]);
    return false;
  }
}

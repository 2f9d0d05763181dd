/** The live sessions and, for a while, the ended ones. A session ends at its deadline, not at the next call. */
import type { Agent, Root, Session, SessionEnd } from '../../../shared/access.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { ClientId, RequestId, SessionId } from '../../../shared/ids.ts';
import type { Refused } from '../../../shared/outcomes.ts';
import type { Scope } from '../../../shared/scopes.ts';
import type { Clock } from '../needs.ts';
import { momentOf } from './deadline.ts';
import { HeldSessions, type Held } from './held-sessions.ts';
import { narrowed, type Narrowing } from './narrowing.ts';
import { isSpent, onceLast, unspent } from './once.ts';
import { SessionTokens, type TokenNeeds } from './session-tokens.ts';
import { endingIn, heldAt, msLeft, stayFrom, usedAt, whyOver } from './stay.ts';
import { whyNotLive } from './why-not-live.ts';

export interface NewSession {
  readonly sessionId: SessionId;
  readonly requestId: RequestId;
  readonly parentId: SessionId | null;
  readonly agent: Agent;
  readonly scopes: readonly Scope[];
  readonly roots: readonly Root[];
  readonly seconds: number;
  readonly once?: boolean | undefined;
}

interface Deps extends TokenNeeds {
  readonly clock: Clock;
  readonly idleSeconds: number;
}

/** Timers are re-armed in steps, so that a wall clock that jumped is noticed soon. */
const longestTimerMs = 30_000;

export class SessionBook implements Disposable {
  readonly #deps: Deps;
  readonly #held = new HeldSessions();
  readonly #tokens: SessionTokens;
  readonly #changed = new Emitter<void>();
  readonly #started = new Emitter<Session>();
  readonly #ended = new Emitter<Session>();
  readonly #stateChanged = new Emitter<Session>();
  readonly #tokenTold = new Emitter<void>();
  #isDegraded: (roots: readonly Root[]) => boolean = () => false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#tokens = new SessionTokens(deps);
  }

  readonly onChanged = this.#changed.on;
  readonly onStarted = this.#started.on;
  /** Once for each session, with its final state. */
  readonly onEnded = this.#ended.on;
  /** A live session became active, degraded or paused. */
  readonly onStateChanged = this.#stateChanged.on;
  readonly onTokenTold = this.#tokenTold.on;

  /** The token is told here and never again; only its SHA-256 is kept. */
  start({ seconds, once = false, ...facts }: NewSession): {
    readonly session: Session;
    readonly token: string;
  } {
    const { clock, idleSeconds } = this.#deps;
    const parent = facts.parentId ? this.#held.get(facts.parentId) : undefined;
    const stay = stayFrom(momentOf(clock), seconds, idleSeconds, parent?.stay.deadline);
    const session: Session = Object.freeze({
      ...facts,
      once,
      startedAt: stay.start.wall,
      expiresAt: stay.deadline.wall,
      idleEndsAt: stay.idleDeadline.wall,
      state: this.#isDegraded(facts.roots) ? 'DEGRADED' : 'ACTIVE',
      ended: null,
      calls: 0,
      lastAction: null,
    });
    const held = { session, stay, isPaused: false, over: new AbortController(), timer: null };
    this.#held.add(held);
    const token = this.#tokens.issue(session.sessionId);
    this.#arm(held);
    this.#changed.emit();
    this.#started.emit(session);
    return { session, token };
  }

  /** The sessions of a client that can be used now, newest first, or why there are none. */
  liveOf(clientId: ClientId): readonly Session[] | Refused {
    const own = this.list().filter((session) => session.agent.clientId === clientId);
    const live = own.filter((session) => this.isLive(session.sessionId));
    if (live.length > 0) return onceLast(live);
    return whyNotLive(own.find((session) => session.state === 'PAUSED') ?? own[0]);
  }

  /** Exactly this session, as a list for the gate, or why it cannot be used. */
  liveOnly(sessionId: SessionId): readonly Session[] | Refused {
    const session = this.get(sessionId);
    return session && this.isLive(sessionId) ? [session] : this.whyNotLive(sessionId);
  }

  /** The one session a token opens. */
  byToken(token: string): Session | Refused {
    const held = this.#byToken(token);
    if (held && this.isLive(held.session.sessionId)) return held.session;
    return whyNotLive(held?.session);
  }

  /** The session a token was given for, also while it is on hold; null once it has ended. */
  holderOf(token: string, digest?: string): Session | null {
    const held = this.#byToken(token, digest);
    return !held || held.session.ended || this.#endIfOver(held) ? null : held.session;
  }

  /** A token for whoever asked without waiting, told once: made now, so that none lies about till then. */
  claimToken(sessionId: SessionId): string | null {
    const token = this.#held.live(sessionId) && this.#tokens.claim(sessionId);
    if (token) this.#tokenTold.emit();
    return token;
  }

  /** Looks at both clocks, so that no call slips in after the deadline. */
  isLive(sessionId: SessionId): boolean {
    const held = this.#held.get(sessionId);
    if (!held || held.session.ended || this.#endIfOver(held)) return false;
    return held.session.state !== 'PAUSED' && !isSpent(held.session);
  }

  whyNotLive(sessionId: SessionId): Refused {
    return whyNotLive(this.#held.get(sessionId)?.session);
  }

  /** Aborted when the session ends, at once for one that has. */
  overSignal(sessionId: SessionId): AbortSignal {
    return this.#held.get(sessionId)?.over.signal ?? AbortSignal.abort();
  }

  /** Parts are not counted: they took no answer, and must not keep others out. */
  countLive(): number {
    return this.list().filter((session) => !session.ended && !session.parentId).length;
  }

  countPartsOf(clientId: ClientId): number {
    return this.list().filter(
      ({ ended, parentId, agent }) => !ended && parentId && agent.clientId === clientId,
    ).length;
  }

  used(sessionId: SessionId, action: string): void {
    const held = this.#held.get(sessionId);
    if (!held || held.session.ended) return;
    const now = momentOf(this.#deps.clock);
    held.stay = usedAt(held.stay, now);
    const idleEndsAt = held.stay.idleDeadline.wall;
    this.#put(held, { calls: held.session.calls + 1, lastAction: action, idleEndsAt });
    // While a part is in use, the whole is not idle.
    for (const whole of this.#held.parentsOf(held)) {
      whole.stay = usedAt(whole.stay, now);
      this.#put(whole, { idleEndsAt: whole.stay.idleDeadline.wall });
    }
  }

  /** A session for one call ends with it; what nobody began was none. */
  ran(sessionId: SessionId, isBegun: boolean): void {
    const held = this.#held.live(sessionId);
    if (!held || !isSpent(held.session)) return;
    if (isBegun) this.end(sessionId, 'once');
    else this.#put(held, unspent);
  }

  /** From now on for so long, within the longest stay and its parent's. False when it has ended. */
  endIn(sessionId: SessionId, seconds: number): boolean {
    const held = this.#held.live(sessionId);
    if (!held) return false;
    const [parent] = this.#held.parentsOf(held);
    held.stay = endingIn(held.stay, momentOf(this.#deps.clock), seconds, parent?.stay.deadline);
    this.#put(held, { expiresAt: held.stay.deadline.wall });
    this.#arm(held);
    for (const child of this.#held.partsOf(sessionId)) {
      if (child.stay.deadline.wall <= held.stay.deadline.wall) continue;
      child.stay = { ...child.stay, deadline: held.stay.deadline };
      // The timer of the whole ends its parts, too.
      this.#put(child, { expiresAt: child.stay.deadline.wall });
    }
    return true;
  }

  /** Takes scopes and folders away, from its parts too; what holds nothing any more ends. */
  narrow(sessionId: SessionId, to: Narrowing): boolean {
    const held = this.#held.live(sessionId);
    if (!held) return false;
    for (const one of [held, ...this.#held.partsOf(sessionId)]) {
      const rest = narrowed(one.session, to);
      if (rest) this.#put(one, rest);
      else this.end(one.session.sessionId, 'person');
    }
    return true;
  }

  /** With all its parts. */
  pause(sessionId: SessionId): boolean {
    return this.#setPaused(sessionId, true);
  }

  /** Its parts go on, too, but for those paused on their own. None goes on before its whole. */
  resume(sessionId: SessionId): boolean {
    return this.canResume(sessionId) && this.#setPaused(sessionId, false);
  }

  canResume(sessionId: SessionId): boolean {
    const held = this.#held.live(sessionId);
    return held !== null && !this.#held.parentsOf(held).some((parent) => parent.isPaused);
  }

  /** While their editor is gone, live sessions are degraded; they are whole again after. */
  setDegraded(isDegraded: (roots: readonly Root[]) => boolean): void {
    this.#isDegraded = isDegraded;
    for (const held of this.#held.allLive()) {
      const was = held.session.state === 'DEGRADED';
      if (was !== isDegraded(held.session.roots)) this.#putState(held);
    }
  }

  end(sessionId: SessionId, by: SessionEnd): boolean {
    const held = this.#held.live(sessionId);
    if (!held) return false;
    void held.timer?.dispose();
    held.timer = null;
    const at = this.#deps.clock.now();
    const isRevoked = by === 'person' || by === 'leaked';
    this.#put(held, { state: isRevoked ? 'REVOKED' : 'EXPIRED', ended: { at, by } });
    for (const child of this.#held.partsOf(sessionId)) this.end(child.session.sessionId, 'parent');
    for (const old of this.#held.forgetOldEnded()) this.#tokens.forget(old);
    held.over.abort();
    this.#ended.emit(held.session);
    return true;
  }

  endAll(by: SessionEnd): number {
    return this.list().filter((session) => this.end(session.sessionId, by)).length;
  }

  readonly get = (id: SessionId): Session | null => this.#held.get(id)?.session ?? null;

  /** Newest first. */
  list(): readonly Session[] {
    return this.#held.list();
  }

  dispose(): void {
    this.endAll('quit');
  }

  #byToken(token: string, digest?: string): Held | undefined {
    const sessionId = this.#tokens.sessionOf(token, digest);
    return sessionId === null ? undefined : this.#held.get(sessionId);
  }

  #setPaused(sessionId: SessionId, isPaused: boolean): boolean {
    const held = this.#held.live(sessionId);
    if (!held) return false;
    held.isPaused = isPaused;
    for (const one of [held, ...this.#held.partsOf(sessionId)]) this.#putState(one);
    return true;
  }

  #putState(held: Held): void {
    const onHold = [held, ...this.#held.parentsOf(held)].some((one) => one.isPaused);
    if (onHold !== held.stay.onHold) {
      held.stay = heldAt(held.stay, momentOf(this.#deps.clock), onHold);
      this.#arm(held);
    }
    const served = this.#isDegraded(held.session.roots) ? 'DEGRADED' : 'ACTIVE';
    this.#put(held, { state: onHold ? 'PAUSED' : served, idleEndsAt: held.stay.idleDeadline.wall });
  }

  #put(held: Held, facts: Partial<Session>): void {
    const { state } = held.session;
    held.session = Object.freeze({ ...held.session, ...facts });
    this.#changed.emit();
    if (facts.state && facts.state !== state && !facts.ended) this.#stateChanged.emit(held.session);
  }

  #arm(held: Held): void {
    void held.timer?.dispose();
    const now = momentOf(this.#deps.clock);
    const wait = Math.min(msLeft(held.stay, now), longestTimerMs);
    held.timer = this.#deps.clock.after(Math.max(wait, 1), () => {
      if (!this.#endIfOver(held)) this.#arm(held);
    });
  }

  #endIfOver(held: Held): boolean {
    const now = momentOf(this.#deps.clock);
    const why = whyOver(held.stay, now);
    if (why) return this.end(held.session.sessionId, why);
    held.stay = { ...held.stay, seen: now };
    return false;
  }
}

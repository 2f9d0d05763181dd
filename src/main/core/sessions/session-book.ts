/** The live sessions and, for a while, the ended ones. A session ends at its deadline, not at the next call. */
import type { Agent, Root, Session, SessionEnd } from '../../../shared/access.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { ClientId, RequestId, SessionId } from '../../../shared/ids.ts';
import { refused, type Refused } from '../../../shared/outcomes.ts';
import type { Scope } from '../../../shared/scopes.ts';
import type { Clock } from '../needs.ts';
import { deadlineIn, remaining, type Deadline } from './deadline.ts';

export interface NewSession {
  readonly sessionId: SessionId;
  readonly requestId: RequestId;
  readonly agent: Agent;
  readonly scopes: readonly Scope[];
  readonly roots: readonly Root[];
  readonly seconds: number;
}

interface Held {
  session: Session;
  readonly deadline: Deadline;
  timer: Disposable | null;
}

const endedKept = 50;
/** Timers are re-armed in steps, so that a wall clock that jumped is noticed soon. */
const longestTimerMs = 30_000;

export class SessionBook implements Disposable {
  readonly #clock: Clock;
  readonly #held = new Map<SessionId, Held>();
  readonly #changed = new Emitter<void>();
  readonly #ended = new Emitter<Session>();

  constructor(deps: { readonly clock: Clock }) {
    this.#clock = deps.clock;
  }

  readonly onChanged = this.#changed.on;
  /** Once for each session, with its final state. */
  readonly onEnded = this.#ended.on;

  start({ seconds, ...facts }: NewSession): Session {
    const deadline = deadlineIn(seconds * 1000, this.#clock);
    const session: Session = Object.freeze({
      ...facts,
      startedAt: this.#clock.now(),
      expiresAt: deadline.wall,
      state: 'ACTIVE',
      ended: null,
      calls: 0,
      lastAction: null,
    });
    const held: Held = { session, deadline, timer: null };
    this.#held.set(session.sessionId, held);
    this.#arm(held);
    this.#changed.emit();
    return session;
  }

  /** The live sessions of a client, newest first, or why it has none. */
  liveOf(clientId: ClientId): readonly Session[] | Refused {
    const own = this.list().filter((session) => session.agent.clientId === clientId);
    const live = own.filter((session) => this.isLive(session.sessionId));
    if (live.length > 0) return live;
    const last = own[0];
    if (!last) return refused('no-session');
    return refused(last.state === 'REVOKED' ? 'session-revoked' : 'session-expired');
  }

  /** Looks at both clocks, so that no call slips in after the deadline. */
  isLive(sessionId: SessionId): boolean {
    const held = this.#held.get(sessionId);
    if (!held || held.session.ended) return false;
    return !this.#endIfOver(held);
  }

  countLive(): number {
    return this.list().filter((session) => !session.ended).length;
  }

  used(sessionId: SessionId, action: string): void {
    const held = this.#held.get(sessionId);
    if (!held) return;
    held.session = Object.freeze({
      ...held.session,
      calls: held.session.calls + 1,
      lastAction: action,
    });
    this.#changed.emit();
  }

  end(sessionId: SessionId, by: SessionEnd): boolean {
    const held = this.#held.get(sessionId);
    if (!held || held.session.ended) return false;
    void held.timer?.dispose();
    held.timer = null;
    held.session = Object.freeze({
      ...held.session,
      state: by === 'person' ? 'REVOKED' : 'EXPIRED',
      ended: { at: this.#clock.now(), by },
    });
    this.#forgetOldEnded();
    this.#ended.emit(held.session);
    this.#changed.emit();
    return true;
  }

  endAll(by: SessionEnd): number {
    return this.list().filter((session) => this.end(session.sessionId, by)).length;
  }

  /** Newest first. */
  list(): readonly Session[] {
    return [...this.#held.values()].map((held) => held.session).toReversed();
  }

  dispose(): void {
    this.endAll('quit');
  }

  #arm(held: Held): void {
    const wait = Math.min(remaining(held.deadline, this.#clock), longestTimerMs);
    held.timer = this.#clock.after(Math.max(wait, 1), () => {
      if (!this.#endIfOver(held)) this.#arm(held);
    });
  }

  #endIfOver(held: Held): boolean {
    if (remaining(held.deadline, this.#clock) > 0) return false;
    const moved = this.#clock.now() < held.session.startedAt;
    this.end(held.session.sessionId, moved ? 'clock-moved' : 'deadline');
    return true;
  }

  #forgetOldEnded(): void {
    const ended = [...this.#held.values()].filter((held) => held.session.ended);
    for (const held of ended.slice(0, -endedKept)) this.#held.delete(held.session.sessionId);
  }
}

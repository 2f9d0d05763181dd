/** What the user can do to a live session. An extension is recorded before it takes effect. */
import type { Session, SessionEnd } from '../../../shared/access/access.ts';
import type { SessionId } from '../../../shared/base/ids.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Needs } from '../dependencies.ts';
import type { Narrowing } from './narrowing.ts';
import type { SessionStore } from './session-store.ts';

interface Deps {
  readonly needs: Pick<Needs, 'newId'>;
  readonly ledger: Ledger;
  readonly sessions: SessionStore;
  /** Also ends what was allowed outside of sessions. */
  readonly onEndAll?: (by: SessionEnd) => void;
}

export class SessionCommands {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Counted from now; may also shorten the session. */
  async extend(sessionId: SessionId, seconds: number): Promise<boolean> {
    const recorded = await this.#note(sessionId, 'session.extended', `ends in ${seconds} s`);
    return recorded && this.#deps.sessions.endIn(sessionId, seconds);
  }

  async narrow(sessionId: SessionId, to: Narrowing): Promise<boolean> {
    const { sessions } = this.#deps;
    const narrowed = sessions.narrow(sessionId, to);
    const rest = sessions.get(sessionId);
    if (narrowed)
      await this.#note(sessionId, 'session.narrowed', rest ? wordsFor(rest) : 'nothing left');
    return narrowed;
  }

  async pause(sessionId: SessionId): Promise<boolean> {
    const paused = this.#deps.sessions.pause(sessionId);
    if (paused) await this.#note(sessionId, 'session.paused', 'by the user');
    return paused;
  }

  async resume(sessionId: SessionId): Promise<boolean> {
    if (!this.#deps.sessions.canResume(sessionId)) return false;
    const recorded = await this.#note(sessionId, 'session.resumed', 'by the user');
    return recorded && this.#deps.sessions.resume(sessionId);
  }

  /** How many sessions it put on hold. All of them stop before anything is written. */
  async pauseAll(): Promise<number> {
    const { sessions } = this.#deps;
    const running = liveIn(sessions).filter(({ state }) => state !== 'PAUSED');
    const isRunning = new Set(running.map(({ sessionId }) => sessionId));
    // A sub-session pauses with its parent, and resumes with it.
    const top = running.filter(({ parentId }) => parentId === null || !isRunning.has(parentId));
    const paused = top.filter(({ sessionId }) => sessions.pause(sessionId));
    await Promise.all(
      paused.map(({ sessionId }) => this.#note(sessionId, 'session.paused', 'all, by the user')),
    );
    return running.length;
  }

  /** How many sessions it resumed; each is recorded first. */
  async resumeAll(): Promise<number> {
    const { sessions } = this.#deps;
    const isOnHold = ({ sessionId }: Session): boolean =>
      sessions.get(sessionId)?.state === 'PAUSED';
    const paused = liveIn(sessions).filter(isOnHold);
    // Oldest first, so that a parent comes before its parts; those resume with it.
    for (const session of paused.toReversed()) {
      if (isOnHold(session)) await this.resume(session.sessionId);
    }
    return paused.filter((session) => !isOnHold(session)).length;
  }

  /** Takes effect immediately; recorded afterwards. */
  end(sessionId: SessionId, by: SessionEnd): boolean {
    return this.#deps.sessions.end(sessionId, by);
  }

  endAll(by: SessionEnd): number {
    this.#deps.onEndAll?.(by);
    return this.#deps.sessions.endAll(by);
  }

  async #note(sessionId: SessionId, action: string, detail: string): Promise<boolean> {
    const { sessions, ledger, needs } = this.#deps;
    const session = sessions.get(sessionId);
    if (!session || session.ended) return false;
    return ledger.record({
      phase: 'note',
      entry: needs.newId(),
      actor: session.agent.clientId,
      action,
      session_id: sessionId,
      request_id: session.requestId,
      decided_by: 'person',
      detail,
    });
  }
}

/** Newest first. */
const liveIn = (sessions: SessionStore): readonly Session[] =>
  sessions.list().filter(({ ended }) => !ended);

const wordsFor = ({ scopes, roots }: Session): string =>
  scopes.join(' ') + (roots.length > 0 ? ` in ${roots.map(({ path }) => path).join(', ')}` : '');

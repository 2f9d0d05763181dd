/** Sessions and their sub-sessions, live or recently ended, as a forest. */
import type { Session } from '../../../shared/access/access.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { SessionId } from '../../../shared/base/ids.ts';
import type { ScopeDeadlines, SessionLifetime } from './session-lifetime.ts';

export interface SessionNode {
  session: Session;
  lifetime: SessionLifetime;
  /** The user paused this session itself, not only its parent. */
  isPaused: boolean;
  /** Aborted when the session ends. */
  readonly over: AbortController;
  timer: Disposable | null;
  /** Of the scopes that end before the session. */
  scopeEnds: ScopeDeadlines;
}

const endedKept = 50;

export class SessionTree {
  readonly #byId = new Map<SessionId, SessionNode>();

  add(node: SessionNode): void {
    this.#byId.set(node.session.sessionId, node);
  }

  get(sessionId: SessionId): SessionNode | undefined {
    return this.#byId.get(sessionId);
  }

  /** Null once it has ended. */
  live(sessionId: SessionId): SessionNode | null {
    const node = this.#byId.get(sessionId);
    return node && !node.session.ended ? node : null;
  }

  allLive(): readonly SessionNode[] {
    return [...this.#byId.values()].filter((node) => !node.session.ended);
  }

  /** Newest first. */
  list(): readonly Session[] {
    return [...this.#byId.values()].map((node) => node.session).toReversed();
  }

  /** Nearest first. */
  parentsOf({ session }: SessionNode): readonly SessionNode[] {
    const parent = session.parentId && this.#byId.get(session.parentId);
    return parent ? [parent, ...this.parentsOf(parent)] : [];
  }

  /** Live sub-sessions at any depth. */
  partsOf(sessionId: SessionId): readonly SessionNode[] {
    const parts = this.allLive().filter((node) => node.session.parentId === sessionId);
    return parts.flatMap((part) => [part, ...this.partsOf(part.session.sessionId)]);
  }

  /** Returns the sessions that were removed. */
  forgetOldEnded(): readonly SessionId[] {
    const ended = [...this.#byId.values()].filter((node) => node.session.ended);
    const old = ended.slice(0, -endedKept).map((node) => node.session.sessionId);
    for (const sessionId of old) this.#byId.delete(sessionId);
    return old;
  }
}

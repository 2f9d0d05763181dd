/** Sessions as a forest: each knows whose part it is. The live ones, and for a while the ended. */
import type { Session } from '../../../shared/access.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { SessionId } from '../../../shared/ids.ts';
import type { Stay } from './stay.ts';

export interface Held {
  session: Session;
  stay: Stay;
  /** The person paused this very one, not only the one it is part of. */
  isPaused: boolean;
  /** Aborted when it ends. */
  readonly over: AbortController;
  timer: Disposable | null;
}

const endedKept = 50;

export class HeldSessions {
  readonly #byId = new Map<SessionId, Held>();

  add(held: Held): void {
    this.#byId.set(held.session.sessionId, held);
  }

  get(sessionId: SessionId): Held | undefined {
    return this.#byId.get(sessionId);
  }

  /** Null once it has ended. */
  live(sessionId: SessionId): Held | null {
    const held = this.#byId.get(sessionId);
    return held && !held.session.ended ? held : null;
  }

  allLive(): readonly Held[] {
    return [...this.#byId.values()].filter((held) => !held.session.ended);
  }

  /** Newest first. */
  list(): readonly Session[] {
    return [...this.#byId.values()].map((held) => held.session).toReversed();
  }

  /** The nearest first. */
  parentsOf({ session }: Held): readonly Held[] {
    const parent = session.parentId && this.#byId.get(session.parentId);
    return parent ? [parent, ...this.parentsOf(parent)] : [];
  }

  /** Its live parts, and theirs. */
  partsOf(sessionId: SessionId): readonly Held[] {
    const parts = this.allLive().filter((held) => held.session.parentId === sessionId);
    return parts.flatMap((part) => [part, ...this.partsOf(part.session.sessionId)]);
  }

  /** Those forgotten now. */
  forgetOldEnded(): readonly SessionId[] {
    const ended = [...this.#byId.values()].filter((held) => held.session.ended);
    const old = ended.slice(0, -endedKept).map((held) => held.session.sessionId);
    for (const sessionId of old) this.#byId.delete(sessionId);
    return old;
  }
}

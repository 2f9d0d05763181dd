/** Remembered answers: a yes or no for one session, and a yes that came after the call had given up. */
import type { SessionId } from '../../../shared/base/ids.ts';
import type { Clock } from '../dependencies.ts';

/** How long a late yes stays valid for the agent to call again. */
const unusedKeptMs = 10 * 60_000;

export class Grants {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** Per session, the keys of calls allowed until it ends. */
  readonly #allowed = new Map<SessionId, Set<string>>();
  readonly #deniedKinds = new Map<SessionId, Map<string, string>>();
  readonly #unused = new Map<string, number>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  allowForSession(sessionId: SessionId, key: string): void {
    const keys = this.#allowed.get(sessionId) ?? new Set();
    this.#allowed.set(sessionId, keys.add(key));
  }

  isAllowed(sessionId: SessionId, key: string): boolean {
    return this.#allowed.get(sessionId)?.has(key) ?? false;
  }

  denyKind(sessionId: SessionId, action: string, reason: string): void {
    const denied = this.#deniedKinds.get(sessionId) ?? new Map<string, string>();
    this.#deniedKinds.set(sessionId, denied.set(action, reason));
  }

  /** The reason the user gave, or null. */
  deniedKind(sessionId: SessionId, action: string): string | null {
    return this.#deniedKinds.get(sessionId)?.get(action) ?? null;
  }

  /** A yes that came after the call had given up: valid once, for exactly the same call. */
  keepUnused(digest: string): void {
    this.#unused.set(digest, this.#clock.monotonic() + unusedKeptMs);
  }

  takeUnused(digest: string): boolean {
    const until = this.#unused.get(digest);
    this.#unused.delete(digest);
    return until !== undefined && until > this.#clock.monotonic();
  }

  forget(sessionId: SessionId): void {
    this.#allowed.delete(sessionId);
    this.#deniedKinds.delete(sessionId);
  }
}

/** Finds the session of a token. Only the SHA-256 of a token is stored. */
import type { SessionId } from '../../../shared/base/ids.ts';
import type { Needs } from '../dependencies.ts';

export type TokenNeeds = Pick<Needs, 'newSessionToken' | 'sha256' | 'sameDigest'>;

export class SessionTokens {
  readonly #needs: TokenNeeds;
  readonly #byDigest = new Map<
    string,
    { readonly digest: string; readonly sessionId: SessionId }
  >();
  readonly #claimed = new Set<SessionId>();

  constructor(needs: TokenNeeds) {
    this.#needs = needs;
  }

  /** The token; it cannot be retrieved again. */
  issue(sessionId: SessionId): string {
    const token = this.#needs.newSessionToken();
    const digest = this.#needs.sha256(token);
    this.#byDigest.set(digest, { digest, sessionId });
    return token;
  }

  /** Replaces the first token, which nobody received. Null when it was claimed before. */
  claim(sessionId: SessionId): string | null {
    if (this.#claimed.has(sessionId)) return null;
    this.forget(sessionId);
    this.#claimed.add(sessionId);
    return this.issue(sessionId);
  }

  /** One lookup for any number of sessions; the digest is compared in constant time. */
  sessionOf(token: string, digest = this.#needs.sha256(token)): SessionId | null {
    const found = this.#byDigest.get(digest);
    return found && this.#needs.sameDigest(found.digest, digest) ? found.sessionId : null;
  }

  forget(sessionId: SessionId): void {
    this.#claimed.delete(sessionId);
    for (const { digest, sessionId: owner } of this.#byDigest.values()) {
      if (owner === sessionId) this.#byDigest.delete(digest);
    }
  }
}

/** Remembers when each key was last used, which shows that a client is really connected. */
import type { VerifiedCaller } from '../../../shared/access/access.ts';
import type { Sighting } from '../../../shared/integrations/clients.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { ClientId } from '../../../shared/base/ids.ts';

/**
 * Updates are rare, because clients call many times a second and the exact time does not matter.
 */
const reportEveryMs = 5_000;

export class Sightings {
  readonly #now: () => number;
  readonly #last = new Map<ClientId, Sighting>();
  readonly #lastSeenAt = new Map<ClientId, number>();
  readonly #seen = new Emitter<ClientId>();

  readonly onSeen = this.#seen.on;

  constructor(now: () => number) {
    this.#now = now;
  }

  saw(clientId: ClientId, verified: VerifiedCaller | null): void {
    const at = this.#now();
    this.#last.set(clientId, { at, verified });
    if (at - (this.#lastSeenAt.get(clientId) ?? -Infinity) < reportEveryMs) return;
    this.#lastSeenAt.set(clientId, at);
    this.#seen.emit(clientId);
  }

  last(clientId: ClientId): Sighting | null {
    return this.#last.get(clientId) ?? null;
  }

  /** A new key has not been used yet. */
  forget(clientId: ClientId): void {
    this.#last.delete(clientId);
    this.#lastSeenAt.delete(clientId);
  }
}

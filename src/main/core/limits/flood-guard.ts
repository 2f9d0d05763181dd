/**
 * Stops clients that ask too much: after three denials, four timeouts or eight missing folders
 * within ten minutes, a client may ask nothing for five minutes.
 */
import type { ClientId } from '../../../shared/base/ids.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { Clock } from '../dependencies.ts';

/** `not-found`: it asked for a folder that does not exist, and the answer reveals that. */
type Rejection = 'denied' | 'timed-out' | 'not-found';

const windowMs = 10 * 60_000;
const muteMs = 5 * 60_000;
const clientsKept = 1_000;
const usualMost: Readonly<Record<Rejection, number>> = {
  denied: 3,
  'timed-out': 4,
  'not-found': 8,
};

interface Past {
  readonly letdowns: { readonly kind: Rejection; readonly at: number }[];
  mutedUntil: number;
}

export class FloodGuard {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #most: Readonly<Record<Rejection, number>>;
  readonly #past = new Map<ClientId, Past>();

  constructor(clock: Pick<Clock, 'monotonic'>, most = usualMost) {
    this.#clock = clock;
    this.#most = most;
  }

  refusal(client: ClientId): Refused | null {
    const past = this.#past.get(client);
    return past && past.mutedUntil > this.#clock.monotonic() ? refused('muted') : null;
  }

  note(client: ClientId, kind: Rejection): void {
    const now = this.#clock.monotonic();
    const past = this.#past.get(client) ?? { letdowns: [], mutedUntil: 0 };
    const recent = past.letdowns.filter((one) => one.at > now - windowMs);
    const letdowns = [...recent, { kind, at: now }];
    const muted = letdowns.filter((one) => one.kind === kind).length >= this.#most[kind];
    this.#past.delete(client);
    this.#past.set(client, {
      letdowns: muted ? [] : letdowns,
      mutedUntil: muted ? now + muteMs : past.mutedUntil,
    });
    const oldest = this.#past.keys().next();
    if (this.#past.size > clientsKept && !oldest.done) this.#past.delete(oldest.value);
  }

  /** A yes clears the record. */
  forgive(client: ClientId): void {
    this.#past.delete(client);
  }
}

/**
 * Stops clients that ask too much: after three denials, four timeouts or eight missing folders
 * within ten minutes, a client may ask nothing for five minutes. The user sees that and can lift it.
 */
import type { MuteView } from '../../../shared/access/remembered.ts';
import type { AskAnswer } from '../../../shared/asks/asks.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { Clock } from '../dependencies.ts';

/** `not-found`: it asked for a folder that does not exist, and the answer reveals that. */
type Rejection = MuteView['why'];

const windowMs = 10 * 60_000;
const muteMs = 5 * 60_000;
const clientsKept = 1_000;
const usualMost: Readonly<Record<Rejection, number>> = {
  denied: 3,
  'timed-out': 4,
  'not-found': 8,
};

/** The result of an ask. */
interface CountedResult {
  readonly kind: AskAnswer['kind'] | 'parked' | 'timed-out' | 'withdrawn' | 'closed';
  /** The user's text with a denial. */
  readonly reason?: string;
}

interface RejectionHistory {
  readonly rejections: { readonly kind: Rejection; readonly at: number }[];
  readonly muted: { readonly why: Rejection; readonly until: number } | null;
}

export class FloodGuard implements Disposable {
  readonly #clock: Clock;
  readonly #most: Readonly<Record<Rejection, number>>;
  readonly #past = new Map<ClientId, RejectionHistory>();
  readonly #changed = new Emitter<void>();
  readonly #timers = new Set<Disposable>();

  constructor(clock: Clock, most = usualMost) {
    this.#clock = clock;
    this.#most = most;
  }

  /** A client was muted, or may ask again. */
  readonly onChanged = this.#changed.on;

  refusal(client: ClientId): Refused | null {
    return this.#mutedUntil(client) === null ? null : refused('muted');
  }

  mutes(): readonly Omit<MuteView, 'about'>[] {
    const ahead = this.#clock.now() - this.#clock.monotonic();
    return [...this.#past].flatMap(([clientId, { muted }]) =>
      muted && muted.until > this.#clock.monotonic()
        ? [{ clientId, until: muted.until + ahead, why: muted.why }]
        : [],
    );
  }

  /** A denial with a reason is part of a dialogue and is not counted. */
  answered(client: ClientId, { kind, reason = '' }: CountedResult): void {
    switch (kind) {
      case 'deny':
      case 'deny-kind':
        if (reason.trim() === '') this.note(client, 'denied');
        return;
      case 'timed-out':
        return this.note(client, 'timed-out');
      case 'allow':
      case 'once':
      case 'session':
      case 'submit':
        return this.forgive(client);
      case 'change':
      case 'parked':
      case 'withdrawn':
      case 'closed':
        return undefined;
    }
  }

  note(client: ClientId, kind: Rejection): void {
    const now = this.#clock.monotonic();
    const past = this.#past.get(client) ?? { rejections: [], muted: null };
    const recent = past.rejections.filter((rejection) => rejection.at > now - windowMs);
    const rejections = [...recent, { kind, at: now }];
    const isMuted =
      rejections.filter((rejection) => rejection.kind === kind).length >= this.#most[kind];
    this.#past.delete(client);
    this.#past.set(client, {
      rejections: isMuted ? [] : rejections,
      muted: isMuted ? { why: kind, until: now + muteMs } : past.muted,
    });
    const oldest = this.#past.keys().next();
    if (this.#past.size > clientsKept && !oldest.done) this.#past.delete(oldest.value);
    if (isMuted) this.#announce();
  }

  /** A yes clears the record. */
  forgive(client: ClientId): void {
    const wasMuted = this.#mutedUntil(client) !== null;
    this.#past.delete(client);
    if (wasMuted) this.#changed.emit();
  }

  /** The user lifts the mute; false when the client is not muted. */
  lift(client: ClientId): boolean {
    const wasMuted = this.#mutedUntil(client) !== null;
    this.forgive(client);
    return wasMuted;
  }

  async dispose(): Promise<void> {
    for (const timer of this.#timers) await timer.dispose();
  }

  #mutedUntil(client: ClientId): number | null {
    const until = this.#past.get(client)?.muted?.until ?? -Infinity;
    return until > this.#clock.monotonic() ? until : null;
  }

  /** Emitted now and when the mute ends. */
  #announce(): void {
    this.#changed.emit();
    const timer = this.#clock.after(muteMs, () => {
      this.#timers.delete(timer);
      this.#changed.emit();
    });
    this.#timers.add(timer);
  }
}

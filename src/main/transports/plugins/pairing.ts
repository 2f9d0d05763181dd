/**
 * How an editor gets its key: it asks, the user accepts and sees a code, and types the code into
 * the editor. A program that cannot see the window cannot know the code and has few tries.
 */
import { randomInt, randomUUID } from 'node:crypto';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { PairingId, PairingView } from '../../../shared/integrations/pairing.ts';
import type { Clock } from '../../core/dependencies.ts';
import { sameDigest, sha256 } from '../../platform/keys/tokens.ts';

export interface PairingRequester {
  /** Default: an editor. */
  readonly kind?: PairingView['kind'];
  /** The process that asks, if it is known. */
  readonly requester?: string;
  readonly pluginId: string;
  readonly name: string;
  readonly version: string;
  /** Called when the user sees the code. */
  codeShown(seconds: number): void;
  /** Called when the pairing failed. */
  ended(why: string): void;
}

export type PairingAttempt =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong'; readonly triesLeft: number; readonly seconds: number }
  | { readonly kind: 'over' };

interface OpenPairing {
  readonly connection: PairingRequester;
  readonly askedAt: number;
  view: PairingView;
  timer: Disposable;
  wrong: number;
}

interface Deps {
  readonly clock: Clock;
  /** For the window. */
  readonly show: (pairings: readonly PairingView[], lockedUntil: number | null) => void;
  /** How many were refused within the last minute. */
  readonly onTurnedAway?: (count: number) => void;
}

/**
 * Counted separately for editors and browsers, so that neither can use up the places of the other.
 */
const maxPerKind = 3;
const maxPerRequester = 2;
/** After this time an unanswered request may be replaced by a new one. */
const givesWayAfterMs = 15_000;
/** The window is shown at most once in this time, unless the user answered in between. */
const raiseEveryMs = 60_000;
const unknownRequester = 'unknown';
export const askSeconds = 120;
export const codeSeconds = 60;
const triesEach = 5;
const triesInAll = 20;
const lockMs = 10 * 60_000;

export class PluginPairing implements Disposable {
  readonly #deps: Deps;
  readonly #open = new Map<PairingId, OpenPairing>();
  readonly #asked = new Emitter<void>();
  #wrongInAll = 0;
  #raisedAt = -Infinity;
  #turnedAway: number[] = [];
  #lock: { readonly until: number; readonly timer: Disposable } | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Fires when a new request waits for the user; once for a burst. */
  readonly onAsked = this.#asked.on;

  /** The id of the request, or the reason why it was refused. */
  ask(connection: PairingRequester): PairingId | { readonly why: string } {
    if (this.#lock) return { why: 'too many wrong codes; pairing is locked for ten minutes' };
    if (!this.#evictOldest(connection)) return this.#turnAway();
    const pairingId = randomUUID() as PairingId;
    const { kind = 'editor', pluginId, name, version } = connection;
    const expiresAt = this.#deps.clock.now() + askSeconds * 1000;
    const view = { pairingId, kind, pluginId, name, version, code: null, expiresAt };
    const timer = this.#endIn(askSeconds, pairingId, 'nobody answered');
    const askedAt = this.#deps.clock.monotonic();
    this.#open.set(pairingId, { connection, askedAt, view, timer, wrong: 0 });
    this.#show();
    if (askedAt - this.#raisedAt < raiseEveryMs) return pairingId;
    this.#raisedAt = askedAt;
    this.#asked.emit();
    return pairingId;
  }

  /** The user accepted: creates the code that the window shows. */
  allow(pairingId: PairingId): boolean {
    const open = this.#open.get(pairingId);
    if (!open || open.view.code !== null) return false;
    this.#raisedAt = -Infinity;
    void open.timer.dispose();
    const code = String(randomInt(100_000_000)).padStart(8, '0');
    open.view = { ...open.view, code, expiresAt: this.#deps.clock.now() + codeSeconds * 1000 };
    open.timer = this.#endIn(codeSeconds, pairingId, 'the code was not typed in time');
    this.#show();
    open.connection.codeShown(codeSeconds);
    return true;
  }

  refuse(pairingId: PairingId): boolean {
    this.#raisedAt = -Infinity;
    return this.#end(pairingId, 'the user refused it');
  }

  /** The plugin disconnected. */
  forget(pairingId: PairingId): void {
    const open = this.#open.get(pairingId);
    if (open) this.#close(pairingId, open);
  }

  /** The right code ends the pairing, so it works only once. */
  guess(pairingId: PairingId, text: string): PairingAttempt {
    const open = this.#open.get(pairingId);
    const code = open?.view.code;
    if (!open || typeof code !== 'string') return { kind: 'over' };
    const digits = text.replaceAll(/[\s-]/g, '');
    if (sameDigest(sha256(digits), sha256(code))) {
      this.#close(pairingId, open);
      this.#wrongInAll = 0;
      return { kind: 'right' };
    }
    return this.#wrong(pairingId, open);
  }

  dispose(): void {
    for (const pairingId of [...this.#open.keys()]) this.forget(pairingId);
    void this.#lock?.timer.dispose();
    this.#lock = null;
  }

  /** A request whose code is being shown is never replaced. */
  #evictOldest({ kind = 'editor', requester = unknownRequester }: PairingRequester): boolean {
    const ofKind = [...this.#open].filter(([, { view }]) => view.kind === kind);
    const own = ofKind.filter(([, { connection }]) => requesterOf(connection) === requester);
    if (own.length >= maxPerRequester) return false;
    if (ofKind.length < maxPerKind) return true;
    const now = this.#deps.clock.monotonic();
    const oldest = ofKind.find(
      ([, { view, askedAt }]) => view.code === null && now - askedAt >= givesWayAfterMs,
    );
    if (!oldest) return false;
    this.#turnAway();
    return this.#end(oldest[0], 'others asked to be paired; try again');
  }

  #turnAway(): { readonly why: string } {
    const now = this.#deps.clock.monotonic();
    const recent = this.#turnedAway.filter((at) => now - at < raiseEveryMs).slice(-999);
    this.#turnedAway = [...recent, now];
    this.#deps.onTurnedAway?.(this.#turnedAway.length);
    return { why: 'other programs are being paired; try again later' };
  }

  #wrong(pairingId: PairingId, open: OpenPairing): PairingAttempt {
    open.wrong += 1;
    this.#wrongInAll += 1;
    if (this.#wrongInAll >= triesInAll) this.#lockAll();
    else if (open.wrong >= triesEach) this.#end(pairingId, 'too many wrong codes');
    if (!this.#open.has(pairingId)) return { kind: 'over' };
    const seconds = Math.ceil((open.view.expiresAt - this.#deps.clock.now()) / 1000);
    return { kind: 'wrong', triesLeft: triesEach - open.wrong, seconds };
  }

  #lockAll(): void {
    const { clock } = this.#deps;
    const timer = clock.after(lockMs, () => {
      this.#lock = null;
      this.#wrongInAll = 0;
      this.#show();
    });
    this.#lock = { until: clock.now() + lockMs, timer };
    for (const pairingId of [...this.#open.keys()]) this.#end(pairingId, 'too many wrong codes');
    this.#show();
  }

  #endIn(seconds: number, pairingId: PairingId, why: string): Disposable {
    return this.#deps.clock.after(seconds * 1000, () => void this.#end(pairingId, why));
  }

  #end(pairingId: PairingId, why: string): boolean {
    const open = this.#open.get(pairingId);
    if (!open) return false;
    this.#close(pairingId, open);
    open.connection.ended(why);
    return true;
  }

  #close(pairingId: PairingId, { timer }: OpenPairing): void {
    void timer.dispose();
    this.#open.delete(pairingId);
    this.#show();
  }

  #show(): void {
    const views = [...this.#open.values()].map(({ view }) => view);
    this.#deps.show(views, this.#lock?.until ?? null);
  }
}

const requesterOf = ({ requester = unknownRequester }: PairingRequester): string => requester;

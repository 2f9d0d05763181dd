/**
 * When a session ends or a scope of it does, why, and whether it can be used. Pure. Deadlines are kept
 * on two clocks: the earlier one wins, and setting the wall clock back ends the session.
 */
import { maxSessionSeconds } from '../../../shared/access/session-limits.ts';
import { isRevocation, type SessionEnd, type Session } from '../../../shared/access/access.ts';
import type { Clock } from '../dependencies.ts';
import { inScopeOrder, type Scope } from '../../../shared/access/scopes.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';

export interface Instant {
  readonly wallClock: number;
  readonly monotonic: number;
}

export const nowOf = (clock: Clock): Instant => ({
  wallClock: clock.now(),
  monotonic: clock.monotonic(),
});

export const later = (moment: Instant, ms: number): Instant => ({
  wallClock: moment.wallClock + ms,
  monotonic: moment.monotonic + ms,
});

/** Milliseconds left; zero or less when it is over. */
export const remaining = (deadline: Instant, now: Instant): number =>
  Math.min(deadline.wallClock - now.wallClock, deadline.monotonic - now.monotonic);

/** The earlier of two per clock: after the wall clock was set, the two clocks may disagree about the order. */
export const earlier = (a: Instant, b: Instant): Instant => ({
  wallClock: Math.min(a.wallClock, b.wallClock),
  monotonic: Math.min(a.monotonic, b.monotonic),
});

/** How long the machine slept: the wall clock ran on, the monotonic clock did not. */
export const sleptBetween = (from: Instant, to: Instant): number =>
  to.wallClock - from.wallClock - (to.monotonic - from.monotonic);

export interface SessionLifetime {
  readonly start: Instant;
  readonly deadline: Instant;
  readonly idleMs: number;
  readonly idleDeadline: Instant;
  /** A paused session cannot be used, so it does not become idle. */
  readonly onHold: boolean;
  /** The last check; a long sleep of the machine between two checks ends the session. */
  readonly seen: Instant;
}

const longestSleepMs = 5 * 60_000;

export function lifetimeFrom(
  start: Instant,
  seconds: number,
  idleSeconds: number,
  cap?: Instant,
): SessionLifetime {
  const idleMs = idleSeconds * 1000;
  const wanted = later(start, Math.min(seconds, maxSessionSeconds) * 1000);
  return {
    start,
    deadline: cap ? earlier(wanted, cap) : wanted,
    idleMs,
    idleDeadline: later(start, idleMs),
    onHold: false,
    seen: start,
  };
}

export const usedAt = (lifetime: SessionLifetime, now: Instant): SessionLifetime => ({
  ...lifetime,
  idleDeadline: later(now, lifetime.idleMs),
});

/** A new end, never beyond the maximum lifetime counted from the start. */
export function endingIn(
  lifetime: SessionLifetime,
  now: Instant,
  seconds: number,
  cap?: Instant,
): SessionLifetime {
  const wanted = later(now, seconds * 1000);
  const deadline = earlier(wanted, later(lifetime.start, maxSessionSeconds * 1000));
  return { ...lifetime, deadline: cap ? earlier(deadline, cap) : deadline };
}

/** The idle time starts again when the session resumes. */
export const onHoldAt = (
  lifetime: SessionLifetime,
  now: Instant,
  onHold: boolean,
): SessionLifetime => ({
  ...(onHold ? lifetime : usedAt(lifetime, now)),
  onHold,
});

export function msLeft({ deadline, idleDeadline, onHold }: SessionLifetime, now: Instant): number {
  const left = remaining(deadline, now);
  return onHold ? left : Math.min(left, remaining(idleDeadline, now));
}

export function whyOver(lifetime: SessionLifetime, now: Instant): SessionEnd | null {
  if (now.wallClock < lifetime.start.wallClock) return 'clock-moved';
  if (remaining(lifetime.deadline, now) <= 0) return 'deadline';
  if (!lifetime.onHold && remaining(lifetime.idleDeadline, now) <= 0) return 'idle';
  return sleptBetween(lifetime.seen, now) > longestSleepMs ? 'slept' : null;
}

export const isBefore = (a: Instant, b: Instant): boolean => a.wallClock < b.wallClock;

/** Of the scopes that end before the session. A step-up in the same folders joins it, and each scope keeps its own. */
export type ScopeDeadlines = ReadonlyMap<Scope, Instant>;

export const noScopeDeadlines: ScopeDeadlines = new Map();
const none: readonly Scope[] = Object.freeze([]);

interface ScopeGrant {
  readonly scopes: readonly Scope[];
  readonly deadline: Instant;
  readonly ends: ScopeDeadlines;
}

/** The same session with more scopes, or with some of them for longer. */
export function widened(
  { scopes, deadline: old, ends }: ScopeGrant,
  more: { readonly scopes: readonly Scope[]; readonly until: Instant },
): ScopeGrant {
  const deadline = isBefore(old, more.until) ? more.until : old;
  const endOf = (scope: Scope): Instant => {
    const before = scopes.includes(scope) ? (ends.get(scope) ?? old) : null;
    if (!more.scopes.includes(scope)) return before ?? old;
    return before && isBefore(more.until, before) ? before : more.until;
  };
  const all = inScopeOrder([...scopes, ...more.scopes]);
  const early = all.filter((scope) => isBefore(endOf(scope), deadline));
  return { scopes: all, deadline, ends: new Map(early.map((scope) => [scope, endOf(scope)])) };
}

export const expiredScopes = (ends: ScopeDeadlines, now: Instant): readonly Scope[] =>
  ends.size === 0
    ? none
    : [...ends].filter(([, end]) => remaining(end, now) <= 0).map(([scope]) => scope);

/** Infinity when no scope ends early. */
export const msToFirstEnd = (ends: ScopeDeadlines, now: Instant): number =>
  Math.min(...[...ends.values()].map((end) => remaining(end, now)));

/** By wall clock, for people. */
export const scopeEndsOf = (ends: ScopeDeadlines): Readonly<Record<string, number>> =>
  Object.fromEntries([...ends].map(([scope, { wallClock }]) => [scope, wallClock]));

/** A session that somebody took away is revoked; every other end is an expiry. */
export const stateAfter = (by: SessionEnd): 'REVOKED' | 'EXPIRED' =>
  isRevocation(by) || by === 'leaked' ? 'REVOKED' : 'EXPIRED';

/** The one call of a session for one call is under way or done. */
export const isSpent = ({ once, calls }: Session): boolean => once && calls > 0;

/** The fields of a session whose one call never began. */
export const unspent = { calls: 0, lastAction: null } as const;

/** Sessions for one call come last, so that they are not used up while another session covers the call. */
export const onceLast = (live: readonly Session[]): readonly Session[] =>
  live.some(({ once }) => once) ? live.toSorted((a, b) => Number(a.once) - Number(b.once)) : live;

export function whyNotLive(session: Session | undefined): Refused {
  if (!session) return refused('no-session');
  if (session.state === 'PAUSED') return refused('session-paused');
  if (session.state === 'REVOKED') return refused('session-revoked', whoRevoked(session.ended?.by));
  if (session.ended?.by === 'root-gone') return refused('root-changed', 'Its session has ended.');
  if (isSpent(session))
    return refused('session-expired', 'It was for one call, and that was made.');
  return refused('session-expired');
}

function whoRevoked(by: SessionEnd | undefined): string {
  if (by === 'leaked') return 'Its credential had leaked.';
  return by === 'management-api'
    ? 'It was revoked through the management API or the command line.'
    : 'The user ended it.';
}

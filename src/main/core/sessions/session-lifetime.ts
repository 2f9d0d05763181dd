/**
 * When a session ends, and why. Pure. Deadlines are kept on two clocks: the earlier one wins, and
 * setting the wall clock back ends the session.
 */
import { maxSessionSeconds } from '../../../shared/access/session-limits.ts';
import type { SessionEnd } from '../../../shared/access/access.ts';
import type { Clock } from '../dependencies.ts';

export interface Moment {
  readonly wallClock: number;
  readonly monotonic: number;
}

export const momentOf = (clock: Clock): Moment => ({
  wallClock: clock.now(),
  monotonic: clock.monotonic(),
});

export const later = (moment: Moment, ms: number): Moment => ({
  wallClock: moment.wallClock + ms,
  monotonic: moment.monotonic + ms,
});

/** Milliseconds left; zero or less when it is over. */
export const remaining = (deadline: Moment, now: Moment): number =>
  Math.min(deadline.wallClock - now.wallClock, deadline.monotonic - now.monotonic);

/** The earlier of two per clock: after the wall clock was set, the two clocks may disagree about the order. */
export const earlier = (a: Moment, b: Moment): Moment => ({
  wallClock: Math.min(a.wallClock, b.wallClock),
  monotonic: Math.min(a.monotonic, b.monotonic),
});

/** How long the machine slept: the wall clock ran on, the monotonic clock did not. */
export const sleptBetween = (from: Moment, to: Moment): number =>
  to.wallClock - from.wallClock - (to.monotonic - from.monotonic);

export interface SessionLifetime {
  readonly start: Moment;
  readonly deadline: Moment;
  readonly idleMs: number;
  readonly idleDeadline: Moment;
  /** A paused session cannot be used, so it does not become idle. */
  readonly onHold: boolean;
  /** The last check; a long sleep of the machine between two checks ends the session. */
  readonly seen: Moment;
}

const longestSleepMs = 5 * 60_000;

export function lifetimeFrom(
  start: Moment,
  seconds: number,
  idleSeconds: number,
  cap?: Moment,
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

export const usedAt = (lifetime: SessionLifetime, now: Moment): SessionLifetime => ({
  ...lifetime,
  idleDeadline: later(now, lifetime.idleMs),
});

/** A new end, never beyond the maximum lifetime counted from the start. */
export function endingIn(
  lifetime: SessionLifetime,
  now: Moment,
  seconds: number,
  cap?: Moment,
): SessionLifetime {
  const wanted = later(now, seconds * 1000);
  const deadline = earlier(wanted, later(lifetime.start, maxSessionSeconds * 1000));
  return { ...lifetime, deadline: cap ? earlier(deadline, cap) : deadline };
}

/** The idle time starts again when the session resumes. */
export const onHoldAt = (
  lifetime: SessionLifetime,
  now: Moment,
  onHold: boolean,
): SessionLifetime => ({
  ...(onHold ? lifetime : usedAt(lifetime, now)),
  onHold,
});

export function msLeft({ deadline, idleDeadline, onHold }: SessionLifetime, now: Moment): number {
  const left = remaining(deadline, now);
  return onHold ? left : Math.min(left, remaining(idleDeadline, now));
}

export function whyOver(lifetime: SessionLifetime, now: Moment): SessionEnd | null {
  if (now.wallClock < lifetime.start.wallClock) return 'clock-moved';
  if (remaining(lifetime.deadline, now) <= 0) return 'deadline';
  if (!lifetime.onHold && remaining(lifetime.idleDeadline, now) <= 0) return 'idle';
  return sleptBetween(lifetime.seen, now) > longestSleepMs ? 'slept' : null;
}

export const isBefore = (one: Moment, other: Moment): boolean => one.wallClock < other.wallClock;

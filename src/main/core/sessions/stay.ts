/** How long a session may stay, and why it is over. Pure. */
import { maxSessionSeconds } from '../../../shared/session-limits.ts';
import type { SessionEnd } from '../../../shared/access.ts';
import { earlier, later, remaining, sleptBetween, type Moment } from './deadline.ts';

export interface Stay {
  readonly start: Moment;
  readonly deadline: Moment;
  readonly idleMs: number;
  readonly idleDeadline: Moment;
  /** On hold it cannot be used, so it is not idle. */
  readonly onHold: boolean;
  /** Looked at last; a long sleep between two looks ends the session. */
  readonly seen: Moment;
}

const longestSleepMs = 5 * 60_000;

export function stayFrom(start: Moment, seconds: number, idleSeconds: number, cap?: Moment): Stay {
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

export const usedAt = (stay: Stay, now: Moment): Stay => ({
  ...stay,
  idleDeadline: later(now, stay.idleMs),
});

/** A new end, never beyond the longest stay counted from the start. */
export function endingIn(stay: Stay, now: Moment, seconds: number, cap?: Moment): Stay {
  const wanted = later(now, seconds * 1000);
  const deadline = earlier(wanted, later(stay.start, maxSessionSeconds * 1000));
  return { ...stay, deadline: cap ? earlier(deadline, cap) : deadline };
}

/** When it goes on, its idle time begins anew. */
export const heldAt = (stay: Stay, now: Moment, onHold: boolean): Stay => ({
  ...(onHold ? stay : usedAt(stay, now)),
  onHold,
});

export function msLeft({ deadline, idleDeadline, onHold }: Stay, now: Moment): number {
  const left = remaining(deadline, now);
  return onHold ? left : Math.min(left, remaining(idleDeadline, now));
}

export function whyOver(stay: Stay, now: Moment): SessionEnd | null {
  if (now.wall < stay.start.wall) return 'clock-moved';
  if (remaining(stay.deadline, now) <= 0) return 'deadline';
  if (!stay.onHold && remaining(stay.idleDeadline, now) <= 0) return 'idle';
  return sleptBetween(stay.seen, now) > longestSleepMs ? 'slept' : null;
}

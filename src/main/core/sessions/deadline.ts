/** Moments on both clocks: whichever comes first counts, and a wall clock set back ends it at once. */
import type { Clock } from '../needs.ts';

export interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

export const momentOf = (clock: Clock): Moment => ({
  wall: clock.now(),
  monotonic: clock.monotonic(),
});

export const later = (moment: Moment, ms: number): Moment => ({
  wall: moment.wall + ms,
  monotonic: moment.monotonic + ms,
});

/** Milliseconds left; zero or less when it is over. */
export const remaining = (deadline: Moment, now: Moment): number =>
  Math.min(deadline.wall - now.wall, deadline.monotonic - now.monotonic);

/** On each clock: after the wall clock was set, what is earlier on one need not be on the other. */
export const earlier = (a: Moment, b: Moment): Moment => ({
  wall: Math.min(a.wall, b.wall),
  monotonic: Math.min(a.monotonic, b.monotonic),
});

/** How much longer the wall clock took than the one that stands still while the machine sleeps. */
export const sleptBetween = (from: Moment, to: Moment): number =>
  to.wall - from.wall - (to.monotonic - from.monotonic);

/** Deadlines on two clocks: the earlier one wins, and setting the wall clock back ends the session. */
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

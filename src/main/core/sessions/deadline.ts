/** A moment on both clocks: whichever comes first counts, and a wall clock set back ends it at once. */
import type { Clock } from '../needs.ts';

export interface Deadline {
  readonly wall: number;
  readonly wallStart: number;
  readonly monotonic: number;
}

export function deadlineIn(ms: number, clock: Clock): Deadline {
  const wallStart = clock.now();
  return { wallStart, wall: wallStart + ms, monotonic: clock.monotonic() + ms };
}

/** Milliseconds left; zero or less when it is over. */
export function remaining(deadline: Deadline, clock: Clock): number {
  const wall = clock.now();
  if (wall < deadline.wallStart) return 0;
  return Math.min(deadline.wall - wall, deadline.monotonic - clock.monotonic());
}

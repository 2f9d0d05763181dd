/** Sessions that are for one call. */
import type { Session } from '../../../shared/access/access.ts';

/** Its one call is under way or done. */
export const isSpent = ({ once, calls }: Session): boolean => once && calls > 0;

/** As it was before its one call. */
export const unspent = { calls: 0, lastAction: null } as const;

/** What is for one call is not spent where another session serves as well. */
export const onceLast = (live: readonly Session[]): readonly Session[] =>
  live.some(({ once }) => once) ? live.toSorted((a, b) => Number(a.once) - Number(b.once)) : live;

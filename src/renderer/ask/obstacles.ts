/** Why an ask cannot be allowed yet; null when nothing stands in the way. */
import type { Ask } from '../../shared/asks.ts';

export const timeIsUp = ({ deadline }: Ask, now: number): string | null =>
  now >= deadline ? 'Time is up. This counts as no.' : null;

export const marksUnseen = (hasMarks: boolean, hasSeen: boolean): string | null =>
  hasMarks && !hasSeen ? 'First look at the marked characters and tick the box for them.' : null;

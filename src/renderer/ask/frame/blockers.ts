/** Why an ask cannot be allowed yet; null when nothing stands in the way. */
import type { Ask } from '../../../shared/asks/asks.ts';

export const timeIsUp = ({ deadline }: Ask, now: number): string | null =>
  now >= deadline ? 'Time is up. This was denied.' : null;

export const marksUnseen = (hasMarks: boolean, hasSeen: boolean): string | null =>
  hasMarks && !hasSeen ? 'Check the marked characters and tick the box to enable Allow.' : null;

/** Why an ask cannot be allowed before all of it was on screen, and how much is left. */
import type { Ask } from '../../shared/asks/asks.ts';
import type { ReadingProgress } from '../reading/read-tracker.ts';
import type { Reading } from '../reading/use-reading.ts';

/** Null once everything was seen; empty while nobody can say yet. */
export function whyUnread(ask: Ask, { progress, isDone }: Reading): string | null {
  if (isDone) return null;
  if (progress === null) return '';
  const what = ask.kind === 'access' ? 'request' : 'call';
  if (progress.isFolded) return `Show all of the ${what} and scroll through it to enable Allow.`;
  if (progress.hasSkipped)
    return `Scroll back to the part of the ${what} you skipped to enable Allow.`;
  return `Scroll to the end of the ${what} to enable Allow.`;
}

/** Whether the exact call was seen, whatever else is left. */
export const isCallSeen = (progress: ReadingProgress | null): boolean =>
  progress !== null &&
  !progress.unread.some((name) => name === 'call' || name.startsWith('change:'));

const ofKind = (names: readonly string[], kind: string): number =>
  names.filter((name) => name.startsWith(kind)).length;

/** "3 of 16 folders seen": by the kind of thing that is left. */
export function progressWords(progress: ReadingProgress | null): string {
  if (progress === null || progress.unread.length === 0) return '';
  const { read, unread } = progress;
  for (const [kind, words] of [
    ['root:', 'folders'],
    ['change:', 'files'],
  ] as const) {
    const left = ofKind(unread, kind);
    const all = left + ofKind(read, kind);
    if (left > 0 && all > 1) return `${all - left} of ${all} ${words} seen`;
  }
  return `${read.length} of ${read.length + unread.length} parts seen`;
}

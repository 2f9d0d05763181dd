import type { Ask } from '../../shared/asks.ts';

/** Null in the plain case: one call asked, and it waits. */
export function waitingWords({ waiting }: Ask): string | null {
  if (waiting === 1) return null;
  return waiting === 0
    ? 'Nobody is waiting for this answer any more. If you allow it, it is used when the agent asks again.'
    : `Asked ${waiting} times; one answer is for all.`;
}

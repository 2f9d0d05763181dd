import type { Ask } from '../../shared/asks/asks.ts';

/** Null in the plain case: one call asked, and it waits. */
export function waitingWords({ waiting }: Ask): string | null {
  if (waiting === 1) return null;
  return waiting === 0
    ? 'The agent is no longer waiting. If you allow this, your answer is used when it asks again.'
    : `Asked ${waiting} times. One answer covers all.`;
}

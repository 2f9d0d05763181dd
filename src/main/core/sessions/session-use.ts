/** Whether a session can be used, and the refusal that an agent gets when it cannot. */
import type { Session } from '../../../shared/access/access.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';

/** The one call of a session for one call is under way or done. */
export const isSpent = ({ once, calls }: Session): boolean => once && calls > 0;

/** The fields of a session whose one call never began. */
export const unspent = { calls: 0, lastAction: null } as const;

/** Sessions for one call come last, so that they are not used up while another session covers the call. */
export const onceLast = (live: readonly Session[]): readonly Session[] =>
  live.some(({ once }) => once) ? live.toSorted((a, b) => Number(a.once) - Number(b.once)) : live;

export function whyNotLive(session: Session | undefined): Refused {
  if (!session) return refused('no-session');
  if (session.state === 'PAUSED') return refused('session-paused');
  if (session.state === 'REVOKED') return refused('session-revoked');
  if (isSpent(session))
    return refused('session-expired', 'It was for one call, and that was made.');
  return refused('session-expired');
}

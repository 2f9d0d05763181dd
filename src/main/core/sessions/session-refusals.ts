/** The refusal that an agent gets for a session it cannot use. */
import type { Session } from '../../../shared/access/access.ts';
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { isSpent } from './once.ts';

export function whyNotLive(session: Session | undefined): Refused {
  if (!session) return refused('no-session');
  if (session.state === 'PAUSED') return refused('session-paused');
  if (session.state === 'REVOKED') return refused('session-revoked');
  if (isSpent(session))
    return refused('session-expired', 'It was for one call, and that was made.');
  return refused('session-expired');
}

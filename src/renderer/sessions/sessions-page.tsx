import type { Session } from '../../shared/access/access.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { useNow } from '../ui/ticker.ts';
import { count } from '../text/counting.ts';
import { EndedSessions } from './ended-sessions.tsx';
import { RevokeAll } from './revoke-all.tsx';
import { SessionBranches } from './session-branches.tsx';
import { endedSessions, sessionTree } from './session-tree.ts';
import { isLive } from './session-words.ts';

export function SessionsPage({ sessions }: { readonly sessions: readonly Session[] }) {
  const liveCount = sessions.filter(isLive).length;
  const ended = endedSessions(sessions);
  const now = useNow(liveCount > 0);
  const note = liveCount === 0 ? 'No active sessions' : count(liveCount, 'active session');
  return (
    <>
      <PageHeader title="Sessions" note={note}>
        {liveCount > 0 && <RevokeAll amount={liveCount} />}
      </PageHeader>
      <div className="page-scroll">
        {liveCount === 0 ? (
          <p className="card empty">
            No agent has access right now. A session starts when you allow a request and ends at the
            time you chose.
          </p>
        ) : (
          <SessionBranches branches={sessionTree(sessions)} label="Active sessions" now={now} />
        )}
        {ended.length > 0 && <EndedSessions sessions={ended} />}
      </div>
    </>
  );
}

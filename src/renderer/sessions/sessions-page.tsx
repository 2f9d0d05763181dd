import type { Session } from '../../shared/access/access.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { useNow } from '../ui/ticker.ts';
import { count } from '../text/counting.ts';
import { EndedSessions } from './ended-sessions.tsx';
import { RevokeAll } from './revoke-all.tsx';
import { SessionBranches } from './session-branches.tsx';
import { endedSessions, sessionTree } from './session-tree.ts';
import { isLive, sessionsText } from './sessions-text.ts';

export function SessionsPage({ sessions }: { readonly sessions: readonly Session[] }) {
  const liveCount = sessions.filter(isLive).length;
  const ended = endedSessions(sessions);
  const now = useNow(liveCount > 0);
  const note = liveCount === 0 ? sessionsText.noActiveSessions : count(liveCount, 'active session');
  return (
    <>
      <PageHeader title={sessionsText.sessions} note={note}>
        {liveCount > 0 && <RevokeAll amount={liveCount} />}
      </PageHeader>
      <div className="page-scroll">
        {liveCount === 0 ? (
          <p className="card empty">{sessionsText.noAgentHasAccessRight}</p>
        ) : (
          <SessionBranches
            branches={sessionTree(sessions)}
            label={sessionsText.activeSessions}
            now={now}
          />
        )}
        {ended.length > 0 && <EndedSessions sessions={ended} />}
      </div>
    </>
  );
}

import type { Session } from '../../shared/access/access.ts';
import type { MuteView } from '../../shared/access/remembered.ts';
import { goTo } from '../app/store.ts';
import { ClientBadge } from '../clients/client-badge.tsx';
import { MutedClients } from '../clients/muted-clients.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useNow } from '../ui/ticker.ts';
import { count } from '../text/counting.ts';
import { EndedSessions } from './ended-sessions.tsx';
import { PauseAll } from './pause-all.tsx';
import { RevokeAll } from './revoke-all.tsx';
import { SessionBranches } from './session-branches.tsx';
import { byAgent, endedSessions, sessionTree } from './session-tree.ts';
import { isLive, sessionsText } from './sessions-text.ts';

interface SessionsPageProps {
  readonly sessions: readonly Session[];
  readonly mutes: readonly MuteView[] | undefined;
}

export function SessionsPage({ sessions, mutes }: SessionsPageProps) {
  const live = sessions.filter(isLive);
  const liveCount = live.length;
  const ended = endedSessions(sessions);
  const now = useNow(liveCount > 0);
  const note = liveCount === 0 ? '' : count(liveCount, 'active session');
  return (
    <>
      <PageHeader title={sessionsText.sessions} note={note}>
        {liveCount > 0 && (
          <div className="sessions-acts">
            <PauseAll live={live} />
            <RevokeAll amount={liveCount} />
          </div>
        )}
      </PageHeader>
      <div className="page-scroll">
        <MutedClients mutes={mutes} />
        {liveCount === 0 ? (
          <EmptyState
            icon="sessions"
            title={sessionsText.noActiveSessions}
            hint={sessionsText.emptyHint}
            action={sessionsText.connectAClient}
            onAction={() => goTo('inbox')}
          />
        ) : (
          byAgent(sessionTree(sessions)).map(({ clientId, branches }) => (
            <section key={clientId} className="agent-sessions" aria-label={clientId}>
              <h2>
                <ClientBadge name={clientId} /> {clientId}
              </h2>
              <SessionBranches
                branches={branches}
                label={sessionsText.sessionsOfAgent(clientId)}
                now={now}
              />
            </section>
          ))
        )}
        {ended.length > 0 && <EndedSessions sessions={ended} />}
      </div>
    </>
  );
}

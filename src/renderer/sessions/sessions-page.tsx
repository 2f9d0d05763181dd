import type { Session } from '../../shared/access.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { useNow } from '../ui/ticker.ts';
import { count } from '../words/counting.ts';
import { EndedSessions } from './ended-sessions.tsx';
import { LiveSession } from './live-session.tsx';
import { RevokeAll } from './revoke-all.tsx';
import { splitSessions } from './session-words.ts';

export function SessionsPage({ sessions }: { readonly sessions: readonly Session[] }) {
  const { live, ended } = splitSessions(sessions);
  const now = useNow(live.length > 0);
  const note = live.length === 0 ? 'No session is live.' : `${count(live.length, 'session')} live`;
  return (
    <>
      <PageHeader title="Sessions" note={note}>
        {live.length > 0 && <RevokeAll amount={live.length} />}
      </PageHeader>
      <div className="page-scroll">
        {live.length === 0 ? (
          <p className="card empty">
            No agent may do anything right now. A session starts when you answer an ask with yes,
            and ends by itself at the time you chose.
          </p>
        ) : (
          <ul className="cards" aria-label="Live sessions">
            {live.map((session) => (
              <LiveSession key={session.sessionId} session={session} now={now} />
            ))}
          </ul>
        )}
        {ended.length > 0 && <EndedSessions sessions={ended} />}
      </div>
    </>
  );
}

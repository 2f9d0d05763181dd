import type { Session } from '../../shared/access/access.ts';
import { ReplayButton } from '../activity/replay-button.tsx';
import { SessionReach } from './session-reach.tsx';
import { callsWords, endWords, sessionsText } from './sessions-text.ts';

export function EndedSessions({ sessions }: { readonly sessions: readonly Session[] }) {
  return (
    <section className="ended" aria-labelledby="ended-title">
      <h2 id="ended-title">{sessionsText.ended}</h2>
      <ul className="cards" aria-label={sessionsText.endedSessions}>
        {sessions.map((session) => (
          <li key={session.sessionId} className="card ended-card" tabIndex={-1} data-list-item="">
            <h3>{session.agent.clientId}</h3>
            <p className="card-facts">
              <span>{endWords(session)}</span>
              <span>{callsWords(session)}</span>
              <ReplayButton sessionId={session.sessionId} actor={session.agent.clientId} />
            </p>
            <SessionReach session={session} />
          </li>
        ))}
      </ul>
    </section>
  );
}

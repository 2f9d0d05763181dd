import type { Session } from '../../shared/access/access.ts';
import { visibleText } from '../../shared/base/visible-text.ts';
import { ReplayButton } from '../activity/replay-button.tsx';
import { fill } from '../ui/fill.ts';
import { SessionLeft } from './session-left.tsx';
import { SessionReach } from './session-reach.tsx';
import { callsWords, endWords, folderWords, sessionsText } from './sessions-text.ts';

export function EndedSessions({ sessions }: { readonly sessions: readonly Session[] }) {
  return (
    <section className="ended" aria-labelledby="ended-title">
      <h2 id="ended-title">{sessionsText.ended}</h2>
      <ul className="cards" aria-label={sessionsText.endedSessions}>
        {sessions.map((session) => (
          <li key={session.sessionId} className="card ended-card" tabIndex={-1} data-list-item="">
            <h3>
              {fill(sessionsText.agentIn, {
                agent: session.agent.clientId,
                folder: <b>{visibleText(folderWords(session))}</b>,
              })}
            </h3>
            <p className="card-facts">
              <span>{endWords(session)}</span>
              <span>{callsWords(session)}</span>
              <ReplayButton sessionId={session.sessionId} actor={session.agent.clientId} />
            </p>
            <SessionReach session={session} />
            {session.left && <SessionLeft left={session.left} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { Session } from '../../shared/access.ts';
import { revokeSession } from '../app/commands.ts';
import { IdentityLine } from '../ui/identity-line.tsx';
import { SessionReach } from './session-reach.tsx';
import { callsWords, shareLeft, stayWords } from './session-words.ts';
import { TimeRing } from './time-ring.tsx';

interface LiveSessionProps {
  readonly session: Session;
  readonly now: number;
}

export function LiveSession({ session, now }: LiveSessionProps) {
  const name = session.agent.clientId;
  return (
    <li className="card session-card" tabIndex={-1} data-list-item="">
      <TimeRing share={shareLeft(session, now)} />
      <div className="session-words">
        <h2>{name}</h2>
        <p className="session-stay">{stayWords(session, now)}</p>
        <IdentityLine agent={session.agent} />
        <SessionReach session={session} />
        <p className="card-facts">{callsWords(session)}</p>
      </div>
      <button
        type="button"
        className="button danger-button"
        aria-label={`Revoke the session of ${name}`}
        onClick={() => void revokeSession(session.sessionId, name)}
      >
        Revoke
      </button>
    </li>
  );
}

import type { Session } from '../../shared/access/access.ts';
import { useMain } from '../app/store.ts';
import { Icon } from '../ui/icons.tsx';
import { IdentityLine } from '../ui/identity-line.tsx';
import { SessionActs } from './session-acts.tsx';
import { SessionNetwork } from './session-network.tsx';
import { SessionReach } from './session-reach.tsx';
import type { SessionBranch } from './session-tree.ts';
import { callsWords, lifetimeText, sessionsText, shareLeft, stateWords } from './sessions-text.ts';
import { TimeRing } from './time-ring.tsx';

interface LiveSessionProps {
  readonly branch: SessionBranch;
  readonly now: number;
}

export function LiveSession({ branch, now }: LiveSessionProps) {
  const { session, parent } = branch;
  const network = useMain(({ snapshot }) =>
    snapshot?.networks?.find(({ sessionId }) => sessionId === session.sessionId),
  );
  return (
    <article
      className="card session-card"
      tabIndex={-1}
      data-list-item=""
      data-state={session.state}
      aria-label={sessionsText.sessionOf(session.agent.clientId)}
    >
      <TimeRing share={shareLeft(session, now)} />
      <div className="session-words">
        <h2>
          {session.agent.clientId}
          {parent !== null && <span className="session-part"> {sessionsText.subSession}</span>}
        </h2>
        <p className="session-stay">{lifetimeText(session, now)}</p>
        <StateLine session={session} parent={parent} />
        <IdentityLine agent={session.agent} />
        <SessionReach session={session} />
        {network && <SessionNetwork sessionId={session.sessionId} network={network} />}
        <p className="card-facts">{callsWords(session)}</p>
        <SessionActs branch={branch} now={now} />
      </div>
    </article>
  );
}

interface StateLineProps {
  readonly session: Session;
  readonly parent: Session | null;
}

function StateLine({ session, parent }: StateLineProps) {
  const words = stateWords(session, parent);
  return (
    <p className="session-state" role="status">
      {words !== null && (
        <>
          <Icon name={session.state === 'PAUSED' ? 'pause' : 'warning'} /> {words}
        </>
      )}
    </p>
  );
}

import type { Session } from '../../shared/access/access.ts';
import { visibleText } from '../../shared/base/visible-text.ts';
import { useMain } from '../app/store.ts';
import { Icon } from '../ui/icons.tsx';
import { IdentityLine } from '../ui/identity-line.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { SessionActs } from './session-acts.tsx';
import { SessionNetwork } from './session-network.tsx';
import { SessionSandbox } from './session-sandbox.tsx';
import { SessionStart } from './session-start.tsx';
import { SessionReach } from './session-reach.tsx';
import type { SessionBranch } from './session-tree.ts';
import {
  callsWords,
  folderWords,
  lifetimeText,
  sessionsText,
  shareLeft,
  stateWords,
} from './sessions-text.ts';
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
      data-list-item={session.sessionId}
      data-state={session.state}
      aria-label={sessionsText.sessionOf(session.agent.clientId)}
    >
      <TimeRing share={shareLeft(session, now)} />
      <div className="session-words">
        <h3 title={session.roots.map(({ path }) => visibleText(path)).join('\n')}>
          <VisibleText text={folderWords(session)} atMost={200} />
          {parent !== null && <span className="session-part"> {sessionsText.subSession}</span>}
        </h3>
        <p className="session-stay">{lifetimeText(session, now)}</p>
        <StateLine session={session} parent={parent} />
        <SessionStart session={session} />
        <IdentityLine agent={session.agent} />
        <SessionSandbox session={session} />
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

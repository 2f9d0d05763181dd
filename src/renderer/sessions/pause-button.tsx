import { pauseSession, resumeSession } from '../app/commands.ts';
import type { SessionBranch } from './session-tree.ts';
import { isPaused, sessionsText } from './sessions-text.ts';

/** None for a part that is on hold with the session it belongs to: that one is resumed. */
export function PauseButton({ branch }: { readonly branch: SessionBranch }) {
  const { session, parent } = branch;
  const onHold = isPaused(session);
  if (onHold && isPaused(parent)) return null;
  const { sessionId, agent } = session;
  return (
    <button
      type="button"
      className="button"
      aria-label={(onHold ? sessionsText.resumeSession : sessionsText.pauseSession)(agent.clientId)}
      onClick={() => void (onHold ? resumeSession : pauseSession)(sessionId, agent.clientId)}
    >
      {onHold ? sessionsText.resume : sessionsText.pause}
    </button>
  );
}

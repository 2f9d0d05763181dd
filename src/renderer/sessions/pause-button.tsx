import { pauseSession, resumeSession } from '../app/commands.ts';
import type { SessionBranch } from './session-tree.ts';
import { isPaused, sessionsText } from './sessions-text.ts';

/** Hidden for a sub-session that is paused with its parent: resume the parent instead. */
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

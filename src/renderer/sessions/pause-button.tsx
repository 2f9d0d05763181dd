import { pauseSession, resumeSession } from '../app/commands.ts';
import type { SessionBranch } from './session-tree.ts';
import { isPaused } from './session-words.ts';

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
      aria-label={`${onHold ? 'Resume' : 'Pause'} ${agent.clientId}'s session`}
      onClick={() => void (onHold ? resumeSession : pauseSession)(sessionId, agent.clientId)}
    >
      {onHold ? 'Resume' : 'Pause'}
    </button>
  );
}

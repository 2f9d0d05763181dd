import type { Session } from '../../shared/access/access.ts';
import { pauseAllSessions, resumeAllSessions } from '../app/commands.ts';
import { Icon } from '../ui/icons.tsx';
import { isPaused, sessionsText } from './sessions-text.ts';

export function PauseAll({ live }: { readonly live: readonly Session[] }) {
  const isOnHold = live.every(isPaused);
  return (
    <button
      type="button"
      className="button"
      onClick={() => void (isOnHold ? resumeAllSessions : pauseAllSessions)()}
    >
      <Icon name={isOnHold ? 'run' : 'pause'} />
      {isOnHold ? sessionsText.resumeAll : sessionsText.pauseAll}
    </button>
  );
}

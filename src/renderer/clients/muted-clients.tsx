/** Clients that may not ask at the moment, with a way to lift that. Shown wherever asks are missed. */
import type { MuteView } from '../../shared/access/remembered.ts';
import { unmute } from '../app/standing-commands.ts';
import { useNow } from '../ui/ticker.ts';
import { mutedText, muteWords } from './muted-text.ts';

const none: readonly MuteView[] = [];

interface MutedClientsProps {
  readonly mutes: readonly MuteView[] | undefined;
}

export function MutedClients({ mutes = none }: MutedClientsProps) {
  const now = useNow(mutes.length > 0);
  const current = mutes.filter(({ until }) => until > now);
  if (current.length === 0) return null;
  return (
    <ul className="muted-clients" aria-label={mutedText.mutedClients}>
      {current.map((mute) => (
        <li key={`${mute.clientId} ${mute.about}`} className="card muted-client">
          <p>{muteWords(mute, now)}</p>
          <button
            type="button"
            className="button"
            aria-label={mutedText.unmuteLabel(mute.clientId)}
            onClick={() => void unmute(mute.clientId)}
          >
            {mutedText.unmute}
          </button>
        </li>
      ))}
    </ul>
  );
}

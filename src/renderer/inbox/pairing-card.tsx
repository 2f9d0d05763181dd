import type { PairingView } from '../../shared/integrations/pairing.ts';
import { allowPairing, refusePairing } from '../app/commands.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { timeLeft } from '../text/times.ts';

interface PairingCardProps {
  readonly pairing: PairingView;
  readonly now: number;
}

export function PairingCard({ pairing, now }: PairingCardProps) {
  const { pairingId, kind, name, version, pluginId, code, expiresAt } = pairing;
  const where = kind === 'browser' ? 'extension' : 'editor';
  return (
    <li className="card ask-card" tabIndex={-1} data-list-item="">
      <div className="ask-card-words">
        <h2>
          <span className="ask-who">
            <VisibleText text={name} atMost={100} />
          </span>{' '}
          wants to connect as {kind === 'browser' ? 'a browser' : 'an editor'}
        </h2>
        <p>
          It calls itself <VisibleText text={`${pluginId} ${version}`} atMost={100} />. This is not
          verified. Once connected, it carries out what you allow agents to do.
        </p>
        {code === null ? (
          <p>
            Show the code only if you just started this in that {where} . It connects once you enter
            the code there.
          </p>
        ) : (
          <p>
            Enter this code in the {where}:{' '}
            <output className="pairing-code" aria-label={code.split('').join(' ')}>
              {code.slice(0, 4)} {code.slice(4)}
            </output>
          </p>
        )}
        <p className="card-facts">
          <span>expires automatically, {timeLeft(expiresAt - now)}</span>
        </p>
      </div>
      <div className="card-buttons">
        <button
          type="button"
          className="button"
          onClick={() => void refusePairing(pairingId, name)}
        >
          Refuse
        </button>
        {code === null && (
          <button
            type="button"
            className="button primary-button"
            onClick={() => void allowPairing(pairingId)}
          >
            Show the code
          </button>
        )}
      </div>
    </li>
  );
}

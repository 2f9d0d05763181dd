import type { PairingView } from '../../shared/integrations/pairing.ts';
import { allowPairing, refusePairing } from '../app/commands.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { timeLeft } from '../text/times.ts';
import { inboxText } from './inbox-text.ts';
import { fill } from '../ui/fill.ts';

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
          {inboxText.wantsToConnectAs(kind === 'browser' ? 'a browser' : 'an editor')}
        </h2>
        <p>
          {fill(inboxText.pairingIdentity, {
            name: <VisibleText text={`${pluginId} ${version}`} atMost={100} />,
          })}
        </p>
        {code === null ? (
          <p>{inboxText.pairingWarning(where)}</p>
        ) : (
          <p>
            {inboxText.enterCodeHint(where)}{' '}
            <output className="pairing-code" aria-label={code.split('').join(' ')}>
              {code.slice(0, 4)} {code.slice(4)}
            </output>
          </p>
        )}
        <p className="card-facts">
          <span>{inboxText.codeExpiry(timeLeft(expiresAt - now))}</span>
        </p>
      </div>
      <div className="card-buttons">
        <button
          type="button"
          className="button"
          onClick={() => void refusePairing(pairingId, name)}
        >
          {inboxText.refuse}
        </button>
        {code === null && (
          <button
            type="button"
            className="button primary-button"
            onClick={() => void allowPairing(pairingId)}
          >
            {inboxText.showCode}
          </button>
        )}
      </div>
    </li>
  );
}

/** Who asks: what Gatehouse checked, and apart from it what the program merely says. */
import type { Agent } from '../../shared/access/access.ts';
import { claimOf, hasOwnKey } from '../text/claim.ts';
import { CallerRow } from './caller-row.tsx';
import { Icon } from './icons.tsx';
import { VisibleText } from './visible-text.tsx';
import { uiText } from './ui-text.ts';
import { fill } from './fill.ts';

export function Identity({ agent }: { readonly agent: Agent }) {
  const claim = claimOf(agent);
  return (
    <dl className="identity">
      <KeyRow agent={agent} />
      {agent.remote !== undefined && <RemoteRow address={agent.remote} />}
      <CallerRow verified={agent.verified} />
      <div className="identity-claimed">
        <dt>
          <Icon name="claimed" /> {uiText.claimed}
        </dt>
        <dd>
          {claim === '' ? (
            uiText.givesNoName
          ) : (
            <>{fill(uiText.saysItIs, { name: <VisibleText text={claim} atMost={120} /> })}</>
          )}
          <span className="identity-note">{uiText.notChecked}</span>
        </dd>
      </div>
    </dl>
  );
}

/** Not on this machine: the one thing that should be seen first. */
function RemoteRow({ address }: { readonly address: string }) {
  return (
    <div className="identity-changed">
      <dt>
        <Icon name="warning" /> {uiText.remote}
      </dt>
      <dd>
        {fill(uiText.connectsFromAddress, { address: <b>{address}</b> })}
        <span className="identity-note">{uiText.viaRemoteAccess}</span>
      </dd>
    </div>
  );
}

/** A name that the caller gave itself is never shown as checked. */
function KeyRow({ agent }: { readonly agent: Agent }) {
  if (!hasOwnKey(agent)) {
    return (
      <div className="identity-claimed">
        <dt>
          <Icon name="question" /> {uiText.noKey}
        </dt>
        <dd>{uiText.managementApiNote}</dd>
      </div>
    );
  }
  return (
    <div className="identity-verified">
      <dt>
        <Icon name="shield" /> {uiText.verified}
      </dt>
      <dd>{fill(uiText.key, { name: <b>{agent.clientId}</b> })}</dd>
    </div>
  );
}

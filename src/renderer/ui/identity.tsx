/** Who asks: what Gatehouse checked, and apart from it what the program merely says. */
import type { Agent } from '../../shared/access/access.ts';
import { claimOf, hasOwnKey } from '../text/claim.ts';
import { CallerRow } from './caller-row.tsx';
import { Icon } from './icons.tsx';
import { VisibleText } from './visible-text.tsx';

export function Identity({ agent }: { readonly agent: Agent }) {
  const claim = claimOf(agent);
  return (
    <dl className="identity">
      <KeyRow agent={agent} />
      {agent.remote !== undefined && <RemoteRow address={agent.remote} />}
      <CallerRow verified={agent.verified} />
      <div className="identity-claimed">
        <dt>
          <Icon name="claimed" /> Claimed
        </dt>
        <dd>
          {claim === '' ? (
            'gives no name'
          ) : (
            <>
              says it is “<VisibleText text={claim} atMost={120} />”
            </>
          )}
          <span className="identity-note"> · not checked</span>
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
        <Icon name="warning" /> Remote
      </dt>
      <dd>
        connects from <b>{address}</b>
        <span className="identity-note"> · via remote access, over TLS</span>
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
          <Icon name="question" /> No key
        </dt>
        <dd>uses the management API and chose its own name</dd>
      </div>
    );
  }
  return (
    <div className="identity-verified">
      <dt>
        <Icon name="shield" /> Verified
      </dt>
      <dd>
        Key “<b>{agent.clientId}</b>”
      </dd>
    </div>
  );
}

/** Who asks: what Gatehouse checked, and apart from it what the program merely says. */
import type { Agent } from '../../shared/access.ts';
import { claimOf } from '../words/claim.ts';
import { CallerRow } from './caller-row.tsx';
import { Icon } from './icons.tsx';
import { VisibleText } from './visible-text.tsx';

export function Identity({ agent }: { readonly agent: Agent }) {
  const claim = claimOf(agent);
  return (
    <dl className="identity">
      <div className="identity-verified">
        <dt>
          <Icon name="shield" /> Verified
        </dt>
        <dd>
          Key “<b>{agent.clientId}</b>”
        </dd>
      </div>
      <CallerRow verified={agent.verified} />
      <div className="identity-claimed">
        <dt>
          <Icon name="claimed" /> Claimed
        </dt>
        <dd>
          {claim === '' ? (
            'it gives no name'
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

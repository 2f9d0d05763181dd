import type { Agent } from '../../shared/access.ts';
import { claimOf } from '../words/claim.ts';
import { Icon } from './icons.tsx';
import { VisibleText } from './visible-text.tsx';

/** For lists whose headings name the key already: the same two kinds of knowledge in one line. */
export function IdentityLine({ agent }: { readonly agent: Agent }) {
  const claim = claimOf(agent);
  return (
    <p className="identity-line">
      <span className="icon-verified">
        <Icon name="shield" /> Key verified
      </span>
      <span>
        <Icon name="claimed" />{' '}
        {claim === '' ? (
          'gives no name'
        ) : (
          <>
            Claims to be “<VisibleText text={claim} atMost={80} />”
          </>
        )}
      </span>
    </p>
  );
}

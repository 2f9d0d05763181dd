import type { Agent, VerifiedCaller } from '../../shared/access/access.ts';
import { programName } from '../text/caller-words.ts';
import { claimOf, hasOwnKey } from '../text/claim.ts';
import { Icon } from './icons.tsx';
import { VisibleText } from './visible-text.tsx';

/** For lists whose headings name the key already: the same two kinds of knowledge in one line. */
export function IdentityLine({ agent }: { readonly agent: Agent }) {
  const claim = claimOf(agent);
  return (
    <p className="identity-line">
      {hasOwnKey(agent) ? (
        <span className="icon-verified">
          <Icon name="shield" /> Key verified
        </span>
      ) : (
        <span>
          <Icon name="question" /> No key; it chose its own name
        </span>
      )}
      {agent.remote !== undefined && (
        <span className="icon-changed">
          <Icon name="warning" /> Connects from {agent.remote}
        </span>
      )}
      <CallerNote verified={agent.verified} />
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

function CallerNote({ verified }: { readonly verified: VerifiedCaller | null }) {
  if (!verified) {
    return (
      <span>
        <Icon name="question" /> Program unverified
      </span>
    );
  }
  const { executable, sameAsBefore } = verified;
  return (
    <span className={sameAsBefore ? 'icon-verified' : 'icon-changed'}>
      <Icon name={sameAsBefore ? 'shield' : 'warning'} /> Program{' '}
      <VisibleText text={programName(executable)} atMost={60} />
      {sameAsBefore ? ' verified' : ' changed since last approval'}
    </span>
  );
}

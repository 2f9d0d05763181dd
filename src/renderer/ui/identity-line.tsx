import type { Agent, VerifiedCaller } from '../../shared/access/access.ts';
import { programName } from '../text/caller-words.ts';
import { claimOf, hasOwnKey } from '../text/claim.ts';
import { Icon } from './icons.tsx';
import { VisibleText } from './visible-text.tsx';
import { uiText } from './ui-text.ts';
import { fill } from './fill.ts';

/** For lists whose headings name the key already: the same two kinds of knowledge in one line. */
export function IdentityLine({ agent }: { readonly agent: Agent }) {
  const claim = claimOf(agent);
  return (
    <p className="identity-line">
      {hasOwnKey(agent) ? (
        <span className="icon-verified">
          <Icon name="shield" /> {uiText.keyVerified}
        </span>
      ) : (
        <span>
          <Icon name="question" /> {uiText.noKeyNote}
        </span>
      )}
      {agent.remote !== undefined && (
        <span className="icon-changed">
          <Icon name="warning" /> {uiText.connectsFrom(agent.remote)}
        </span>
      )}
      <CallerNote verified={agent.verified} />
      <span>
        <Icon name="claimed" />{' '}
        {claim === '' ? (
          uiText.givesNoName
        ) : (
          <>{fill(uiText.claimsToBe, { name: <VisibleText text={claim} atMost={80} /> })}</>
        )}
      </span>
    </p>
  );
}

function CallerNote({ verified }: { readonly verified: VerifiedCaller | null }) {
  if (!verified) {
    return (
      <span>
        <Icon name="question" /> {uiText.programUnverified}
      </span>
    );
  }
  const { executable, sameAsBefore } = verified;
  return (
    <span className={sameAsBefore ? 'icon-verified' : 'icon-changed'}>
      <Icon name={sameAsBefore ? 'shield' : 'warning'} />{' '}
      {fill(sameAsBefore ? uiText.programVerified : uiText.programChanged, {
        name: <VisibleText text={programName(executable)} atMost={60} />,
      })}
    </span>
  );
}

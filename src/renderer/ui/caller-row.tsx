/** The program behind the connection, as the operating system tells it, or that it could not be told. */
import type { VerifiedCaller } from '../../shared/access/access.ts';
import { startedBy } from '../text/caller-words.ts';
import { Icon } from './icons.tsx';
import { PathText } from './path-text.tsx';
import { VisibleText } from './visible-text.tsx';

export function CallerRow({ verified }: { readonly verified: VerifiedCaller | null }) {
  if (!verified) return <UnverifiedRow />;
  const isChanged = !verified.sameAsBefore;
  return (
    <div className={isChanged ? 'identity-changed' : 'identity-verified'}>
      <dt>
        <Icon name={isChanged ? 'warning' : 'shield'} /> {isChanged ? 'Changed' : 'Program'}
      </dt>
      <dd>
        <PathText path={verified.executable} />
        <CallerFacts verified={verified} />
        {isChanged && (
          <p className="identity-warning">
            Changed since the last approval: a different program used this key before.
          </p>
        )}
      </dd>
    </div>
  );
}

function UnverifiedRow() {
  return (
    <div className="identity-claimed">
      <dt>
        <Icon name="question" /> Unverified
      </dt>
      <dd>the calling program could not be identified</dd>
    </div>
  );
}

function CallerFacts({ verified }: { readonly verified: VerifiedCaller }) {
  const names = startedBy(verified);
  return (
    <span className="identity-note">
      {' '}
      · process {verified.pid}
      {verified.cwd !== null && (
        <>
          {' '}
          in <PathText path={verified.cwd} />
        </>
      )}
      {names.length > 0 && (
        <>
          , started by <VisibleText text={names.join(' ← ')} atMost={Infinity} />
        </>
      )}
    </span>
  );
}

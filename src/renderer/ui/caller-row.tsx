/** The program behind the connection according to the operating system, or that it is unknown. */
import type { VerifiedCaller } from '../../shared/access/access.ts';
import { startedBy } from '../text/caller-words.ts';
import { Icon } from './icons.tsx';
import { PathText } from './path-text.tsx';
import { VisibleText } from './visible-text.tsx';
import { uiText } from './ui-text.ts';
import { fill } from './fill.ts';

export function CallerRow({ verified }: { readonly verified: VerifiedCaller | null }) {
  if (!verified) return <UnverifiedRow />;
  const isChanged = !verified.sameAsBefore;
  return (
    <div className={isChanged ? 'identity-changed' : 'identity-verified'}>
      <dt>
        <Icon name={isChanged ? 'warning' : 'shield'} />{' '}
        {isChanged ? uiText.changed : uiText.program}
      </dt>
      <dd>
        <PathText path={verified.executable} />
        <CallerFacts verified={verified} />
        {isChanged && <p className="identity-warning">{uiText.programChangedNote}</p>}
      </dd>
    </div>
  );
}

function UnverifiedRow() {
  return (
    <div className="identity-claimed">
      <dt>
        <Icon name="question" /> {uiText.unverified}
      </dt>
      <dd>{uiText.programNotIdentified}</dd>
    </div>
  );
}

function CallerFacts({ verified }: { readonly verified: VerifiedCaller }) {
  const names = startedBy(verified);
  return (
    <span className="identity-note">
      {uiText.process(verified.pid)}
      {verified.cwd !== null && fill(uiText.inFolder, { folder: <PathText path={verified.cwd} /> })}
      {names.length > 0 &&
        fill(uiText.startedBy, {
          names: <VisibleText text={names.join(' ← ')} atMost={Infinity} />,
        })}
    </span>
  );
}

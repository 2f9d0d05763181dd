import type { AccessAsk } from '../../shared/access.ts';
import { Icon } from '../ui/icons.tsx';
import { PathText } from '../ui/path-text.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import type { ChoiceControls } from './use-choice.ts';

interface RootFieldProps {
  readonly ask: AccessAsk;
  readonly controls: ChoiceControls;
}

export function RootField({ ask, controls }: RootFieldProps) {
  const { choice, toggleRoot } = controls;
  return (
    <section className="ask-section" aria-labelledby="roots-title">
      <div className="ask-section-head">
        <h2 id="roots-title">Folders</h2>
        <span className="ask-section-note">
          {choice.roots.length} of {ask.roots.length} ticked
        </span>
      </div>
      <div className="tick-group" role="group" aria-labelledby="roots-title">
        {ask.roots.map((root) => (
          <RootTick
            key={root}
            root={root}
            warning={ask.rootWarnings[root]}
            isTicked={choice.roots.includes(root)}
            onToggle={() => toggleRoot(root)}
          />
        ))}
      </div>
    </section>
  );
}

interface RootTickProps {
  readonly root: string;
  readonly warning: string | undefined;
  readonly isTicked: boolean;
  onToggle(): void;
}

function RootTick({ root, warning, isTicked, onToggle }: RootTickProps) {
  return (
    <label className="tick root-tick">
      <input type="checkbox" checked={isTicked} onChange={onToggle} />
      <span className="root-words">
        <PathText path={root} />
        {warning !== undefined && (
          <span className="root-warning">
            <Icon name="warning" /> <VisibleText text={warning} />
          </span>
        )}
      </span>
    </label>
  );
}

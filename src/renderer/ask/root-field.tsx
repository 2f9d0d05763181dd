import type { AccessAsk } from '../../shared/access.ts';
import { RootTick } from '../ui/root-tick.tsx';
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

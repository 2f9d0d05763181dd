import type { AccessAsk } from '../../../shared/access/access.ts';
import { rootPart } from '../../../shared/asks/required-reading.ts';
import { visibleText } from '../../../shared/base/visible-text.ts';
import { RootTick } from '../../ui/root-tick.tsx';
import { accessText, placesIn } from './access-text.ts';
import { usePicking } from './use-folder-picker.ts';
import type { ChoiceControls } from './use-selection.ts';

interface RootFieldProps {
  readonly ask: AccessAsk;
  readonly controls: ChoiceControls;
  /** The sentence names the folder already. */
  readonly isRepeated?: boolean;
}

export function RootField({ ask, controls, isRepeated = false }: RootFieldProps) {
  const { choice, toggleRoot } = controls;
  const picking = usePicking(ask, controls);
  const places = placesIn(ask);
  return (
    <div className="root-field">
      <div className="tick-group" role="group" aria-label={accessText.folders}>
        {places.map((root) => (
          <div
            key={root}
            className="root-row"
            data-read={isRepeated ? undefined : rootPart(root)}
            data-read-piece={ask.rootWarnings[root]}
          >
            <RootTick
              root={root}
              warning={ask.rootWarnings[root]}
              isTicked={choice.roots.includes(root)}
              onToggle={() => toggleRoot(root)}
            />
            {ask.roots.includes(root) && (
              <button
                type="button"
                className="link-button root-pick"
                disabled={picking.isOpen}
                aria-label={accessText.chooseASubfolderOf(visibleText(root))}
                onClick={() => void picking.pick(root)}
              >
                {accessText.chooseASubfolder}
              </button>
            )}
          </div>
        ))}
      </div>
      <p className="root-problem" role="status">
        {picking.problem}
      </p>
    </div>
  );
}

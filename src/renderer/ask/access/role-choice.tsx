/** The user's roles as presets: each selects the part of the request that it includes. */
import type { AccessAsk } from '../../../shared/access/access.ts';
import { listed } from '../../text/counting.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { scopeWords } from './again-text.ts';
import { accessText } from './access-text.ts';
import type { ChoiceControls } from './use-selection.ts';

interface RoleChoiceProps {
  readonly ask: AccessAsk;
  readonly controls: ChoiceControls;
}

export function RoleChoice({ ask, controls }: RoleChoiceProps) {
  const { roles = [], scopes, roots } = ask;
  if (roles.length === 0) return null;
  const presets = [
    ...roles.map((role) => ({ ...role, label: accessText.asRole(role.name) })),
    { scopes, roots, label: accessText.everythingAsked },
  ];
  // What the user selected by hand may be none of them; two that are the same count as the first.
  const isSelected = presets.findIndex((preset) => isSame(preset, controls.choice));
  return (
    <fieldset className="segments role-choice" aria-label={accessText.preset}>
      {presets.map((preset, at) => (
        <label key={preset.label} title={scopeWords(preset.scopes)}>
          <input
            type="radio"
            name="preset"
            checked={at === isSelected}
            onChange={() => controls.select(preset.scopes, preset.roots)}
          />
          <span>
            <VisibleText text={preset.label} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type Selected = Pick<AccessAsk, 'scopes' | 'roots'>;

const isSame = (a: Selected, b: Selected): boolean =>
  hasSame(a.scopes, b.scopes) && hasSame(a.roots, b.roots);

const hasSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((name) => others.includes(name));

/** The client may never have more than its role, so this is not asked about. */
export function CutByRole({ ask: { cutByRole } }: Pick<RoleChoiceProps, 'ask'>) {
  if (!cutByRole) return null;
  const { role, scopes, roots } = cutByRole;
  const what = listed([...(scopes.length > 0 ? [scopeWords(scopes)] : []), ...roots]);
  return (
    <p className="again-note">
      <VisibleText text={accessText.cutByRole(role, what)} />
    </p>
  );
}

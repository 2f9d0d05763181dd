import type { AccessAsk } from '../../../shared/access/access.ts';
import { scopePart } from '../../../shared/asks/required-reading.ts';
import { needsFolder } from '../../../shared/access/scopes.ts';
import { ScopeTick } from '../../ui/scope-tick.tsx';
import { risksOf } from '../../text/risk-words.ts';
import { scopeGroups } from '../../text/scope-groups.ts';
import { PresetLine } from './preset-line.tsx';
import type { ChoiceControls } from './use-selection.ts';
import { accessText } from './access-text.ts';

interface ScopeFieldProps {
  readonly ask: AccessAsk;
  readonly controls: ChoiceControls;
}

export function ScopeField({ ask, controls }: ScopeFieldProps) {
  const { choice, toggleScope, keepOnlyLook } = controls;
  const risks = risksOf(ask.scopes);
  return (
    <section className="ask-section" aria-labelledby="scopes-title">
      <div className="ask-section-head">
        <h2 id="scopes-title">{accessText.scopes}</h2>
        <span className="ask-section-note">
          {accessText.ofSelected(choice.scopes.length, ask.scopes.length)}
        </span>
        {risks.length > 1 && risks.includes('look') && (
          <button type="button" className="link-button" onClick={keepOnlyLook}>
            {accessText.readOnlyScopesOnly}
          </button>
        )}
      </div>
      {needsFolder(ask.scopes) && <PresetLine scopes={ask.scopes} />}
      {scopeGroups(ask.scopes).map((group) => (
        <fieldset key={group.name} className="tick-group">
          <legend>{group.name}</legend>
          {group.scopes.map((scope) => (
            <div key={scope} className="scope-row" data-read={scopePart(scope)}>
              <ScopeTick
                scope={scope}
                isTicked={choice.scopes.includes(scope)}
                onToggle={() => toggleScope(scope)}
              />
            </div>
          ))}
        </fieldset>
      ))}
    </section>
  );
}

/** The rules of a role: each denies actions or asks first, anywhere or in one folder. */
import { useState } from 'react';
import type { RoleRule } from '../../shared/access/roles.ts';
import { choosePath } from '../app/commands.ts';
import { Combobox } from '../ui/combobox.tsx';
import { Icon } from '../ui/icons.tsx';
import { Select } from '../ui/select.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { ActionPicker } from './action-picker.tsx';
import { roleRuleSentence, rolesText } from './roles-text.ts';
import { draftOf, emptyForm, rulesText, whyUnfinished, type RuleForm } from './rules-text.ts';

interface RoleRulesProps {
  readonly rules: readonly RoleRule[];
  onChange(rules: readonly RoleRule[]): void;
}

export function RoleRules({ rules, onChange }: RoleRulesProps) {
  const [isAdding, setAdding] = useState(false);
  return (
    <fieldset className="rule-field role-part">
      <legend>{rolesText.rules}</legend>
      {rules.length === 0 && !isAdding && <p className="rule-hint">{rolesText.noRules}</p>}
      {rules.map((rule) => (
        <div key={JSON.stringify(rule)} className="role-row">
          <VisibleText text={roleRuleSentence(rule)} />
          <button
            type="button"
            className="icon-button"
            aria-label={rolesText.removeRule(roleRuleSentence(rule))}
            onClick={() => onChange(rules.filter((item) => item !== rule))}
          >
            <Icon name="cross" />
          </button>
        </div>
      ))}
      {isAdding ? (
        <NewRule
          onAdd={(rule) => {
            onChange([...rules, rule]);
            setAdding(false);
          }}
        />
      ) : (
        <button type="button" className="button" onClick={() => setAdding(true)}>
          {rolesText.addRule}
        </button>
      )}
    </fieldset>
  );
}

const effects = ['deny', 'ask'] as const;

function NewRule({ onAdd }: { onAdd(rule: RoleRule): void }) {
  const [form, setForm] = useState<RuleForm>(emptyForm);
  const [error, setError] = useState<string | null>(null);
  const add = (): void => {
    const draft = draftOf(form);
    if (draft === null) return setError(whyUnfinished);
    const { effect, actions, within } = draft;
    onAdd({ effect, actions, within });
  };
  const point = async (): Promise<void> => {
    const within = await choosePath('rule-folder');
    if (within !== null) setForm({ ...form, within });
  };
  return (
    <div className="role-new-rule">
      <div className="rule-names">
        <Select
          label={rolesText.ruleEffect}
          value={form.effect}
          options={effects.map((value) => ({ value, words: rolesText.effects[value] }))}
          onChange={(value) => setForm({ ...form, effect: value === 'ask' ? 'ask' : 'deny' })}
        />
        <div className="rule-folder">
          <Combobox
            label={rulesText.folder}
            value={form.within}
            placeholder={rulesText.anywhere}
            known={[]}
            onChange={(within) => setForm({ ...form, within })}
          />
          <button
            type="button"
            className="button"
            aria-label={rulesText.chooseAFolder}
            onClick={() => void point()}
          >
            {rulesText.choose}
          </button>
        </div>
      </div>
      <ActionPicker form={form} onChange={setForm} />
      {error !== null && (
        <p className="rule-error" role="alert">
          {error}
        </p>
      )}
      <button type="button" className="button" onClick={add}>
        {rolesText.addThisRule}
      </button>
    </div>
  );
}

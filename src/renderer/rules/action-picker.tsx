/** Which actions a rule speaks of: anything, or each ticked by itself or with its scope. */
import { useEffect, useState } from 'react';
import type { RuleAction } from '../../shared/ipc/main-window.ts';
import { scopeInfo } from '../../shared/access/scopes.ts';
import { bridge } from '../app/bridge.ts';
import { RiskTag } from '../ui/risk-tag.tsx';
import { riskOfKind } from '../text/risk-words.ts';
import { toggled } from '../text/toggled.ts';
import { type ActionGroup, actionsByScope, type RuleForm, rulesText } from './rules-text.ts';

interface ActionPickerProps {
  readonly form: RuleForm;
  onChange(form: RuleForm): void;
}

export function ActionPicker({ form, onChange }: ActionPickerProps) {
  const actions = useActions();
  const set = (anything: boolean): void => onChange({ ...form, anything });
  return (
    <fieldset className="rule-field">
      <legend>{rulesText.actions}</legend>
      <label className="tick">
        <input type="radio" name="which" checked={form.anything} onChange={() => set(true)} />
        <span>{rulesText.anyAction}</span>
      </label>
      <label className="tick">
        <input type="radio" name="which" checked={!form.anything} onChange={() => set(false)} />
        <span>{rulesText.selectedActionsOnly(ticked(form))}</span>
      </label>
      {!form.anything && (
        <div className="action-list" role="group" aria-label={rulesText.actionsToSelect}>
          {actionsByScope(actions).map((group) => (
            <ScopeActions key={group.scope} group={group} form={form} onChange={onChange} />
          ))}
        </div>
      )}
    </fieldset>
  );
}

const ticked = ({ anything, actions }: RuleForm): string =>
  anything || actions.length === 0 ? '' : `: ${actions.join(', ')}`;

function useActions(): readonly RuleAction[] {
  const [actions, setActions] = useState<readonly RuleAction[]>([]);
  useEffect(() => {
    let isWanted = true;
    const load = async (): Promise<void> => {
      const offered = await bridge.command('rules:actions').catch(() => []);
      if (isWanted) setActions(offered);
    };
    void load();
    return () => void (isWanted = false);
  }, []);
  return actions;
}

interface ScopeActionsProps extends ActionPickerProps {
  readonly group: ActionGroup;
}

function ScopeActions({ group, form, onChange }: ScopeActionsProps) {
  const names = group.actions.map(({ name }) => name);
  const isWhole = names.every((name) => form.actions.includes(name));
  const rest = form.actions.filter((name) => !names.includes(name));
  return (
    <div role="group" aria-label={scopeInfo(group.scope).sentence}>
      {names.length > 1 && (
        <label className="tick scope-of-actions">
          <input
            type="checkbox"
            checked={isWhole}
            onChange={() => onChange({ ...form, actions: isWhole ? rest : [...rest, ...names] })}
          />
          <span className="scope-words">
            <span>{rulesText.allOf(scopeInfo(group.scope).sentence.toLowerCase())}</span>{' '}
            <code>{group.scope}</code>
          </span>
        </label>
      )}
      {group.actions.map(({ name, title, kind }) => (
        <label key={name} className="tick scope-tick" data-risk={riskOfKind[kind]}>
          <input
            type="checkbox"
            checked={form.actions.includes(name)}
            onChange={() => onChange({ ...form, actions: toggled(form.actions, name) })}
          />
          <span className="scope-words">
            <span>{title}</span> <code>{name}</code>
          </span>
          <RiskTag risk={riskOfKind[kind]} />
        </label>
      ))}
    </div>
  );
}

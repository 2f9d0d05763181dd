/** Creates or changes a role: its name, scopes, folders and rules, and whether it is a limit. */
import { useState, type SyntheticEvent } from 'react';
import { presetNames, presets } from '../../shared/access/presets.ts';
import type { RoleDraft } from '../../shared/access/roles.ts';
import { allScopes } from '../../shared/access/scopes.ts';
import { saveRole } from '../app/role-commands.ts';
import { Dialog, DialogBody, DialogFoot } from '../ui/dialog.tsx';
import { ScopeTick } from '../ui/scope-tick.tsx';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { scopeGroups } from '../text/scope-groups.ts';
import { toggled } from '../text/toggled.ts';
import { RoleFolders } from './role-folders.tsx';
import { RoleRules } from './role-rules.tsx';
import { rolesText, whyIncomplete } from './roles-text.ts';

interface RoleDialogProps {
  readonly first: RoleDraft;
  /** Null: a new role. */
  readonly roleId: string | null;
  onClose(): void;
}

export function RoleDialog({ first, roleId, onClose }: RoleDialogProps) {
  const [draft, setDraft] = useState<RoleDraft>(() => fieldsOf(first));
  const [error, setError] = useState<string | null>(null);
  const change = (part: Partial<RoleDraft>): void => {
    setDraft({ ...draft, ...part });
    setError(null);
  };
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    const why = whyIncomplete(draft) ?? (await saveRole(draft, roleId));
    if (why === null) onClose();
    else setError(why);
  };
  return (
    <Dialog
      title={roleId === null ? rolesText.newTitle : rolesText.editTitle(first.name)}
      onClose={onClose}
    >
      <form className="rule-form" onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <label className="field">
            <span className="field-label">{rolesText.name}</span>
            <input
              type="text"
              className="field-box"
              value={draft.name}
              maxLength={40}
              placeholder={rolesText.namePlaceholder}
              spellCheck={false}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
          </label>
          <Switch
            label={rolesText.limit}
            meaning={rolesText.limitMeaning}
            isOn={draft.isLimit}
            onChange={(isLimit) => change({ isLimit })}
          />
          <RoleFolders folders={draft.folders} onChange={(folders) => change({ folders })} />
          <RoleRules rules={draft.rules} onChange={(rules) => change({ rules })} />
          <RoleScopes draft={draft} known={[...allScopes, ...first.scopes]} onChange={change} />
        </DialogBody>
        {error !== null && (
          <p className="rule-error" role="alert">
            {error}
          </p>
        )}
        <DialogFoot>
          <button type="button" className="button" onClick={onClose}>
            {rolesText.cancel}
          </button>
          <button type="submit" className="button primary-button">
            {rolesText.save}
          </button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

interface RoleScopesProps {
  readonly draft: RoleDraft;
  /** All that can be ticked. */
  readonly known: RoleDraft['scopes'];
  onChange(part: Partial<RoleDraft>): void;
}

/** Without what a saved role has in addition. */
const fieldsOf = ({ name, scopes, folders, rules, isLimit }: RoleDraft): RoleDraft => ({
  ...{ name, scopes, folders, rules, isLimit },
});

const ownSelection = 'own';

function RoleScopes({ draft: { scopes }, known, onChange }: RoleScopesProps) {
  const preset = presetNames.find((name) => isSame(presets[name].scopes, scopes)) ?? ownSelection;
  return (
    <>
      <Select
        label={rolesText.startWith}
        value={preset}
        options={[
          { value: ownSelection, words: rolesText.ownSelection },
          ...presetNames.map((name) => ({ value: name, words: presets[name].title })),
        ]}
        onChange={(value) => {
          const name = presetNames.find((item) => item === value);
          if (name) onChange({ scopes: presets[name].scopes });
        }}
      />
      {scopeGroups(known).map((group) => (
        <fieldset key={group.name} className="tick-group">
          <legend>{group.name}</legend>
          {group.scopes.map((scope) => (
            <ScopeTick
              key={scope}
              scope={scope}
              isTicked={scopes.includes(scope)}
              onToggle={() => onChange({ scopes: toggled(scopes, scope) })}
            />
          ))}
        </fieldset>
      ))}
    </>
  );
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((item) => others.includes(item));

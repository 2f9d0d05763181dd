/** Environment variables or headers: names, and values that go to the keyring. */
import { Icon } from '../ui/icons.tsx';
import type { FormVariable, ServerForm } from './server-form.ts';
import { serversText } from './servers-text.ts';

interface VariableRowsProps {
  readonly form: ServerForm;
  readonly hasValues: boolean;
  onChange(more: Pick<ServerForm, 'variables'>): void;
}

export function VariableRows({ form, hasValues, onChange }: VariableRowsProps) {
  const { variables, isUrl } = form;
  const set = (key: number, more: Partial<FormVariable>): void =>
    onChange({
      variables: variables.map((item) => (item.key === key ? { ...item, ...more } : item)),
    });
  const add = (): void => {
    const key = Math.max(-1, ...variables.map((item) => item.key)) + 1;
    onChange({ variables: [...variables, { key, name: '', value: '' }] });
  };
  return (
    <fieldset className="server-field">
      <legend className="field-label">
        {isUrl ? serversText.headers : serversText.environment}
      </legend>
      {variables.map(({ key, name, value }, index) => (
        <div key={key} className="server-variable">
          <input
            className="field-box server-code"
            aria-label={serversText.variableName(index + 1)}
            placeholder={isUrl ? serversText.headerPlaceholder : serversText.namePlaceholder}
            value={name}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => set(key, { name: event.target.value })}
          />
          {hasValues && (
            <input
              className="field-box"
              type="password"
              aria-label={serversText.variableValue(index + 1)}
              placeholder={serversText.valuePlaceholder}
              value={value}
              autoComplete="off"
              onChange={(event) => set(key, { value: event.target.value })}
            />
          )}
          <button
            type="button"
            className="icon-button"
            aria-label={serversText.removeVariable(index + 1)}
            onClick={() => onChange({ variables: variables.filter((item) => item.key !== key) })}
          >
            <Icon name="cross" />
          </button>
        </div>
      ))}
      <p className="server-meaning">
        <button type="button" className="link-button" onClick={add}>
          {isUrl ? serversText.addHeader : serversText.addVariable}
        </button>{' '}
        {hasValues ? serversText.valuesMeaning : serversText.namesMeaning}
      </p>
    </fieldset>
  );
}

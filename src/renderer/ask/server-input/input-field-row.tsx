/** One field of a server's form. Its words are the server's. */
import { useId } from 'react';
import { longestText, type InputField } from '../../../shared/servers/input-form.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { serverInputText, type TypedValue } from './server-input-text.ts';

interface InputFieldRowProps {
  readonly field: InputField;
  readonly value: TypedValue;
  onChange(value: TypedValue): void;
}

export function InputFieldRow({ field, value, onChange }: InputFieldRowProps) {
  const id = useId();
  const { title, description, isRequired, kind } = field;
  return (
    <div className="input-field">
      <label htmlFor={id} id={`${id}-label`}>
        <VisibleText text={title} atMost={200} prose />
        {!isRequired && kind !== 'switch' && <i> {serverInputText.optional}</i>}
      </label>
      <InputControl {...{ id, field, value, onChange }} />
      {description !== '' && (
        <p className="input-description" id={`${id}-description`}>
          <VisibleText text={description} atMost={1_000} keepLines prose />
        </p>
      )}
    </div>
  );
}

interface InputControlProps extends InputFieldRowProps {
  readonly id: string;
}

function InputControl({ id, field, value, onChange }: InputControlProps) {
  const { kind, options, isSecret } = field;
  switch (kind) {
    case 'switch':
      return (
        <input
          id={id}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <select
          id={id}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          <option value="">{serverInputText.chooseOne}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.title}
            </option>
          ))}
        </select>
      );
    case 'choices':
      return <InputChoices {...{ id, field, value, onChange }} />;
    case 'text':
    case 'number':
    case 'whole':
      return (
        <input
          id={id}
          type={isSecret ? 'password' : 'text'}
          inputMode={kind === 'text' ? 'text' : 'decimal'}
          autoComplete="off"
          spellCheck={false}
          maxLength={longestText}
          value={String(value)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

function InputChoices({ id, field, value, onChange }: InputControlProps) {
  const on = Array.isArray(value) ? (value as readonly string[]) : [];
  return (
    <div id={id} role="group" aria-labelledby={`${id}-label`} className="input-choices">
      {field.options.map((option) => (
        <label key={option.value}>
          <input
            type="checkbox"
            checked={on.includes(option.value)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked
                  ? [...on, option.value]
                  : on.filter((item) => item !== option.value),
              )
            }
          />
          <VisibleText text={option.title} atMost={200} />
        </label>
      ))}
    </div>
  );
}

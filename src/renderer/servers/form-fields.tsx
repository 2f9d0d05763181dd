/** Text fields of the form that adds a server. */
import { useId, type ReactNode, type RefObject } from 'react';

interface FormFieldProps {
  readonly label: string;
  readonly meaning?: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly isCode?: boolean;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  onChange(value: string): void;
}

export function FormField(props: FormFieldProps) {
  const { label, meaning, placeholder, value, isCode = false, inputRef, onChange } = props;
  const id = useId();
  return (
    <div className="field server-field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        ref={inputRef}
        id={id}
        className={isCode ? 'field-box server-code' : 'field-box'}
        value={value}
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={meaning === undefined ? undefined : `${id}-meaning`}
        onChange={(event) => onChange(event.target.value)}
      />
      {meaning !== undefined && (
        <p className="server-meaning" id={`${id}-meaning`}>
          {meaning}
        </p>
      )}
    </div>
  );
}

interface FormLinesProps {
  readonly label: string;
  readonly meaning?: string;
  readonly value: string;
  /** Beside the lines. */
  readonly children?: ReactNode;
  onChange(value: string): void;
}

export function FormLines({ label, meaning, value, children, onChange }: FormLinesProps) {
  const id = useId();
  return (
    <div className="field server-field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="server-lines">
        <textarea
          id={id}
          className="field-box server-code"
          rows={Math.max(2, value.split('\n').length)}
          value={value}
          spellCheck={false}
          aria-describedby={meaning === undefined ? undefined : `${id}-meaning`}
          onChange={(event) => onChange(event.target.value)}
        />
        {children}
      </div>
      {meaning !== undefined && (
        <p className="server-meaning" id={`${id}-meaning`}>
          {meaning}
        </p>
      )}
    </div>
  );
}

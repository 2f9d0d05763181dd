import { useState } from 'react';
import { describedBy, FieldWords } from './field-words.tsx';
import type { TextField } from './setting-fields.ts';
import { useSaving } from './use-saving.ts';

interface TextRowProps {
  readonly field: TextField;
  readonly value: string | null;
}

/** Left empty, nothing is set. */
export function TextRow({ field, value }: TextRowProps) {
  const { name, label, meaning, applies, example } = field;
  const saving = useSaving(name);
  const [typed, setTyped] = useState<string | null>(null);
  const commit = async (): Promise<void> => {
    if (typed === null) return;
    if (await saving.save(typed.trim() === '' ? null : typed.trim())) setTyped(null);
  };
  return (
    <div className="setting" data-list-item>
      <label className="setting-label" htmlFor={name}>
        {label}
      </label>
      <p className="setting-text">
        <input
          id={name}
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder={example}
          value={typed ?? value ?? ''}
          aria-describedby={describedBy(name)}
          aria-invalid={saving.problem !== null}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => void commit()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void commit();
            if (event.key === 'Escape') {
              setTyped(null);
              saving.forget();
            }
          }}
        />
      </p>
      <FieldWords id={name} meaning={meaning} applies={applies} saving={saving} />
    </div>
  );
}

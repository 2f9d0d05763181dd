import { useState } from 'react';
import { settingBounds } from '../../shared/settings.ts';
import { describedBy, FieldWords } from './field-words.tsx';
import { secondsInWords, sizeInWords, type NumberField } from './setting-fields.ts';
import { useSaving } from './use-saving.ts';

interface NumberRowProps {
  readonly field: NumberField;
  readonly value: number;
}

/** What is typed stays as it is until it was saved, so that a mistake can be mended. */
export function NumberRow({ field, value }: NumberRowProps) {
  const { name, label, unit, meaning, applies } = field;
  const saving = useSaving(name);
  const [typed, setTyped] = useState<string | null>(null);
  const [least, most] = settingBounds[name];
  const commit = async (): Promise<void> => {
    if (typed === null) return;
    const number = Number(typed);
    const isNumber = typed.trim() !== '' && Number.isFinite(number);
    if (await saving.save(isNumber ? number : typed)) setTyped(null);
  };
  const restore = (): void => {
    setTyped(null);
    saving.forget();
  };
  return (
    <div className="setting" data-list-item>
      <label className="setting-label" htmlFor={name}>
        {label}
      </label>
      <p className="setting-number">
        <input
          id={name}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? String(value)}
          aria-describedby={`${name}-unit ${describedBy(name)}`}
          aria-invalid={saving.problem !== null}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => void commit()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void commit();
            if (event.key === 'Escape') restore();
          }}
        />
        <span id={`${name}-unit`}>
          {unit}
          <InWords unit={unit} value={Number(typed ?? value)} />
          <span className="setting-bounds">
            {' '}
            from {least.toLocaleString('en')} to {most.toLocaleString('en')}
          </span>
        </span>
      </p>
      <FieldWords id={name} meaning={meaning} applies={applies} saving={saving} />
    </div>
  );
}

function InWords({ unit, value }: { readonly unit: NumberField['unit']; readonly value: number }) {
  if (!(value > 0)) return null;
  const words =
    unit === 'bytes' ? sizeInWords(value) : unit === 'seconds' ? secondsInWords(value) : '';
  return words === '' ? null : <b> = {words},</b>;
}

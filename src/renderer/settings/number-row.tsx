import { settingBounds } from '../../shared/app/settings.ts';
import { FieldWords } from './field-words.tsx';
import { secondsInWords, sizeInWords } from './number-text.ts';
import { type NumberField, settingsText } from './settings-text.ts';
import { useTyped } from './use-typed.ts';

interface NumberRowProps {
  readonly field: NumberField;
  readonly value: number;
}

export function NumberRow({ field, value }: NumberRowProps) {
  const { name, label, unit, meaning, applies } = field;
  const { typed, saving, box } = useTyped(name, numberOrText);
  const [least, most] = settingBounds[name];
  return (
    <div className="setting" tabIndex={-1} data-list-item={name}>
      <label className="setting-label" htmlFor={name}>
        {label}
      </label>
      <p className="setting-number">
        <input
          type="text"
          inputMode="decimal"
          {...box}
          value={typed ?? String(value)}
          aria-describedby={`${name}-unit ${box['aria-describedby']}`}
        />
        <span id={`${name}-unit`}>
          {unit}
          <InWords unit={unit} value={Number(typed ?? value)} />
          <span className="setting-bounds">
            {' '}
            {settingsText.fromTo(least.toLocaleString('en'), most.toLocaleString('en'))}
          </span>
        </span>
      </p>
      <FieldWords id={name} meaning={meaning} applies={applies} saving={saving} />
    </div>
  );
}

/** Text that is not a number is sent as typed; the main process explains what is valid. */
function numberOrText(typed: string): number | string {
  const number = Number(typed);
  return typed.trim() !== '' && Number.isFinite(number) ? number : typed;
}

function InWords({ unit, value }: { readonly unit: NumberField['unit']; readonly value: number }) {
  if (!(value > 0)) return null;
  const words =
    unit === 'bytes' ? sizeInWords(value) : unit === 'seconds' ? secondsInWords(value) : '';
  return words === '' ? null : <b> = {words},</b>;
}

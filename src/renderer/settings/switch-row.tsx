import { Icon } from '../ui/icons.tsx';
import { describedBy, FieldWords } from './field-words.tsx';
import type { SwitchField } from './settings-text.ts';
import { useSaving } from './use-saving.ts';

interface SwitchRowProps {
  readonly field: SwitchField;
  readonly isOn: boolean;
}

export function SwitchRow({ field, isOn }: SwitchRowProps) {
  const { name, label, meaning, applies, warning } = field;
  const saving = useSaving(name);
  return (
    <div className="setting" tabIndex={-1} data-list-item={name}>
      <label className="setting-switch">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={describedBy(name)}
          aria-invalid={saving.problem !== null}
          onChange={() => void saving.save(!isOn)}
        />
        {label}
      </label>
      <FieldWords id={name} meaning={meaning} applies={applies} saving={saving} />
      {isOn && warning !== undefined && (
        <p className="setting-warning" role="status">
          <Icon name="warning" /> {warning}
        </p>
      )}
    </div>
  );
}

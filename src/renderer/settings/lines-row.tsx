import type { SettingChange } from '../../shared/app/setting-change.ts';
import { FieldWords } from './field-words.tsx';
import type { Applies } from './settings-text.ts';
import { useTyped } from './use-typed.ts';

interface LinesRowProps {
  readonly name: SettingChange['name'];
  readonly label: string;
  readonly meaning: string;
  readonly applies: Applies;
  readonly example: string;
  /** The current values, one per line. */
  readonly lines: readonly string[];
  valueOf(typed: string): SettingChange['value'];
}

export function LinesRow({ name, label, lines, valueOf, example, ...words }: LinesRowProps) {
  const { typed, saving, box } = useTyped(name, valueOf);
  return (
    <div className="setting" tabIndex={-1} data-list-item="">
      <label className="setting-label" htmlFor={name}>
        {label}
      </label>
      <textarea rows={4} {...box} value={typed ?? lines.join('\n')} placeholder={example} />
      <FieldWords id={name} {...words} saving={saving} />
    </div>
  );
}

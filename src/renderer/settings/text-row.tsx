import { choosePath } from '../app/commands.ts';
import { FieldWords } from './field-words.tsx';
import { settingsText, type TextField } from './settings-text.ts';
import { useTyped } from './use-typed.ts';

interface TextRowProps {
  readonly field: TextField;
  readonly value: string | null;
  /** Why the value does not work now. */
  readonly problem?: string | undefined;
}

/** An empty text clears the setting. */
export function TextRow({ field, value, problem }: TextRowProps) {
  const { name, label, meaning, applies, example, points } = field;
  const { typed, saving, box, put } = useTyped(name, (text) => text.trim() || null);
  const point = async (): Promise<void> => {
    const path = points === undefined ? null : await choosePath(points);
    if (path !== null) await put(path);
  };
  return (
    <div className="setting" tabIndex={-1} data-list-item={name}>
      <label className="setting-label" htmlFor={name}>
        {label}
      </label>
      <p className="setting-text">
        <input type="text" {...box} placeholder={example} value={typed ?? value ?? ''} />
        {points !== undefined && (
          <button
            type="button"
            className="button"
            aria-label={settingsText.chooseLabel(label)}
            onClick={() => void point()}
          >
            {settingsText.chooseButton}
          </button>
        )}
      </p>
      {problem !== undefined && (
        <p className="setting-problem" role="status">
          {problem}
        </p>
      )}
      <FieldWords id={name} meaning={meaning} applies={applies} saving={saving} />
    </div>
  );
}

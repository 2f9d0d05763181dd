import { useState } from 'react';
import { describedBy, FieldWords } from './field-words.tsx';
import { useSaving } from './use-saving.ts';

const name = 'protectedNames';

/** One name a line; empty lines do not count. */
export const namesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function NamesRow({ names }: { readonly names: readonly string[] }) {
  const saving = useSaving(name);
  const [typed, setTyped] = useState<string | null>(null);
  const commit = async (): Promise<void> => {
    if (typed !== null && (await saving.save(namesIn(typed)))) setTyped(null);
  };
  return (
    <div className="setting" data-list-item>
      <label className="setting-label" htmlFor={name}>
        Names that need a second look
      </label>
      <textarea
        id={name}
        rows={4}
        spellCheck={false}
        value={typed ?? names.join('\n')}
        placeholder={'migrations\n*.pem'}
        aria-describedby={describedBy(name)}
        aria-invalid={saving.problem !== null}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void commit()}
      />
      <FieldWords
        id={name}
        meaning="One a line: the name of a file or folder, or a path; * stands for any part of a name. Changing what is called so, or lies in it, is asked about each time. What is always protected stays so."
        applies="at once"
        saving={saving}
      />
    </div>
  );
}

import { useState, type ChangeEvent, type KeyboardEvent } from 'react';
import type { SettingChange } from '../../shared/app/setting-change.ts';
import { describedBy } from './field-words.tsx';
import { useSaving, type Saving } from './use-saving.ts';

type TextInput = HTMLInputElement | HTMLTextAreaElement;

interface TypedField {
  /** Null while there is no unsaved text. */
  readonly typed: string | null;
  readonly saving: Saving;
  /** Props for the input element. */
  readonly box: {
    readonly id: string;
    readonly spellCheck: false;
    readonly autoComplete: 'off';
    readonly 'aria-describedby': string;
    readonly 'aria-invalid': boolean;
    onChange(event: ChangeEvent<TextInput>): void;
    onBlur(): void;
    onKeyDown(event: KeyboardEvent<TextInput>): void;
  };
  /** Sets the text and saves it. */
  put(text: string): Promise<void>;
}

/** Typed text stays until it was saved, so that a mistake can be corrected. */
export function useTyped(
  name: SettingChange['name'],
  valueOf: (typed: string) => SettingChange['value'],
): TypedField {
  const saving = useSaving(name);
  const [typed, setTyped] = useState<string | null>(null);
  const commit = async (text: string | null): Promise<void> => {
    if (text !== null && (await saving.save(valueOf(text)))) setTyped(null);
  };
  return {
    typed,
    saving,
    put: (text) => {
      setTyped(text);
      return commit(text);
    },
    box: {
      id: name,
      spellCheck: false,
      autoComplete: 'off',
      'aria-describedby': describedBy(name),
      'aria-invalid': saving.problem !== null,
      onChange: (event) => setTyped(event.target.value),
      onBlur: () => void commit(typed),
      onKeyDown: (event) => {
        const isOneLine = event.currentTarget instanceof HTMLInputElement;
        if (event.key === 'Enter' && isOneLine) void commit(typed);
        if (event.key !== 'Escape') return;
        setTyped(null);
        saving.forget();
      },
    },
  };
}

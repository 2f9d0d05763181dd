/** For irreversible calls: the name has to be typed before Allow is enabled. */
import { useId, useState } from 'react';
import { askBridge } from '../frame/bridge.ts';
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import { confirmText } from './confirm-text.ts';
import { fill } from '../../ui/fill.ts';

interface TypeNameFieldProps {
  readonly ask: ConfirmAsk;
  readonly name: string;
  /** Whether the typed text is accepted, checked by the main process. */
  onTyped(matches: boolean): void;
}

export function TypeNameField({ ask, name, onTyped }: TypeNameFieldProps) {
  const id = useId();
  const [text, setText] = useState('');
  const type = async (typed: string): Promise<void> => {
    setText(typed);
    const { matches } = await askBridge.typed(ask.askId, typed).catch(() => ({ matches: false }));
    onTyped(matches);
  };
  return (
    <section className="ask-section type-name" aria-labelledby={id}>
      <label htmlFor={`${id}-box`} id={id}>
        {fill(confirmText.typeToConfirm, { code: <code>{name}</code> })}
      </label>
      <input
        id={`${id}-box`}
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onPaste={(event) => event.preventDefault()}
        onChange={(event) => void type(event.currentTarget.value)}
      />
    </section>
  );
}

import { useEffect, useState } from 'react';
import { Icon } from './icons.tsx';
import { uiText } from './ui-text.ts';

/** Through a selection, because the page is refused every permission, the clipboard's included. */
function copyText(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'only-spoken';
  const before = document.activeElement;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}

interface CopyButtonProps {
  readonly text: string;
  readonly what: string;
}

export function CopyButton({ text, what }: CopyButtonProps) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return;
    const timer = window.setTimeout(() => setSaid(''), 2000);
    return () => window.clearTimeout(timer);
  }, [said]);
  return (
    <button
      type="button"
      className="button copy-button"
      aria-label={uiText.copy(what)}
      onClick={() => setSaid(copyText(text) ? uiText.copied : uiText.notCopied)}
    >
      <Icon name={said === uiText.copied ? 'check' : 'copy'} />
      <span role="status">{said || uiText.copyLabel}</span>
    </button>
  );
}

export const CopyLine = ({ text, what }: CopyButtonProps) => (
  <div className="copy-line">
    <code>{text}</code>
    <CopyButton text={text} what={what} />
  </div>
);

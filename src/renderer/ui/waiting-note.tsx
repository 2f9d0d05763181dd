import type { Ask } from '../../shared/asks/asks.ts';
import { waitingWords } from '../text/waiting-words.ts';
import { Icon } from './icons.tsx';

export function WaitingNote({ ask }: { readonly ask: Ask }) {
  const words = waitingWords(ask);
  if (words === null) return null;
  return (
    <p className="waiting-note">
      <Icon name="note" /> {words}
    </p>
  );
}

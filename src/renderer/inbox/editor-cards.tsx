/** Questions about editors: which may connect, and which one to use. */
import type { EditorChoice } from '../../shared/integrations/editors.ts';
import type { PairingView } from '../../shared/integrations/pairing.ts';
import { useNow } from '../ui/ticker.ts';
import { EditorChoiceCard } from './editor-choice-card.tsx';
import { PairingCard } from './pairing-card.tsx';
import { inboxText } from './inbox-text.ts';

interface EditorCardsProps {
  readonly pairings: readonly PairingView[];
  readonly choices: readonly EditorChoice[];
}

export function EditorCards({ pairings, choices }: EditorCardsProps) {
  const now = useNow(pairings.length > 0);
  if (pairings.length + choices.length === 0) return null;
  return (
    <ul className="cards" aria-label={inboxText.editors}>
      {pairings.map((pairing) => (
        <PairingCard key={pairing.pairingId} pairing={pairing} now={now} />
      ))}
      {choices.map((choice) => (
        <EditorChoiceCard key={choice.folder} choice={choice} />
      ))}
    </ul>
  );
}

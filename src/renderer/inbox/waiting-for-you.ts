/** What in the inbox waits for the user. */
import type { EditorChoice } from '../../shared/integrations/editors.ts';
import type { Snapshot } from '../../shared/ipc/main-window.ts';
import { count, listed } from '../text/counting.ts';
import { inboxText } from './inbox-text.ts';

type Waiting = Pick<Snapshot, 'asks' | 'pairings' | 'editorChoices'>;

export const openChoices = ({ editorChoices }: Pick<Waiting, 'editorChoices'>) =>
  editorChoices.filter((choice: EditorChoice) => choice.selected === null);

export const waitingForYou = (snapshot: Waiting): number =>
  snapshot.asks.length + snapshot.pairings.length + openChoices(snapshot).length;

/** "2 asks and 1 connection waiting for your answer". */
export function inboxWords(snapshot: Waiting): string {
  const kinds: readonly Parameters<typeof count>[] = [
    [snapshot.asks.length, 'ask'],
    [snapshot.pairings.length, 'connection'],
    [openChoices(snapshot).length, 'editor to choose', 'editors to choose'],
  ];
  const words = kinds.filter(([amount]) => amount > 0).map((kind) => count(...kind));
  if (words.length === 0) return inboxText.nothingWaiting;
  return `${listed(words)} waiting for your answer`;
}

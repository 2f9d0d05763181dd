/** What in the inbox waits for the person. */
import type { EditorChoice } from '../../shared/editors.ts';
import type { Snapshot } from '../../shared/ipc.ts';

type Waiting = Pick<Snapshot, 'asks' | 'pairings' | 'editorChoices'>;

export const openChoices = ({ editorChoices }: Pick<Waiting, 'editorChoices'>) =>
  editorChoices.filter((choice: EditorChoice) => choice.chosen === null);

export const waitingForYou = (snapshot: Waiting): number =>
  snapshot.asks.length + snapshot.pairings.length + openChoices(snapshot).length;

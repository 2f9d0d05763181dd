import type { ReplayStep } from '../../shared/files/file-history.ts';
import { outcomeWord } from '../activity/entry-words.ts';

/** What a step was about, in one line. */
export const stepSentence = ({ sentence, entry }: ReplayStep): string =>
  upperFirst(sentence ?? '') ||
  [entry.action, entry.subject].filter((word) => word !== '').join(' ');

const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What the slider says of where it stands. */
export function stepWords(steps: readonly ReplayStep[], at: number): string {
  const step = steps[at];
  if (!step) return '';
  const outcome = outcomeWord[step.entry.outcome].toLowerCase();
  return `Step ${at + 1} of ${steps.length}: ${stepSentence(step)}, ${outcome}`;
}

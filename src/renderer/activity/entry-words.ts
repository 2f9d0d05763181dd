import type { EntryView } from '../../shared/audit-entry.ts';
import type { EntryOutcome } from '../../shared/entry-outcomes.ts';
import { errors } from '../../shared/errors.ts';

export const outcomeWord: Readonly<Record<EntryOutcome, string>> = {
  open: 'Open',
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  note: 'Note',
  unknown: 'Unknown',
};

/** An outcome nobody knows says what to do about it: it may have been done, or half done. */
export const outcomeSentence = ({ outcome }: Pick<EntryView, 'outcome'>): string =>
  outcome === 'unknown' ? 'Outcome unknown, check the file.' : outcomeWord[outcome];

/** Our own sentence for a code, when the catalogue has one. */
export function codeSentence(code: string): string | null {
  const known: Readonly<Record<string, { readonly sentence: string }>> = errors;
  return Object.hasOwn(known, code) ? (known[code]?.sentence ?? null) : null;
}

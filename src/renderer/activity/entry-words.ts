import type { EntryOutcome } from '../../shared/entry-outcomes.ts';
import { errors } from '../../shared/errors.ts';

export const outcomeWord: Readonly<Record<EntryOutcome, string>> = {
  open: 'Open',
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  note: 'Note',
  unknown: 'Outcome unknown',
};

/** Our own sentence for a code, when the catalogue has one. */
export function codeSentence(code: string): string | null {
  const known: Readonly<Record<string, { readonly sentence: string }>> = errors;
  return Object.hasOwn(known, code) ? (known[code]?.sentence ?? null) : null;
}

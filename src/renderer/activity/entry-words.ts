import type { EntryView } from '../../shared/ledger/entry.ts';
import type { EntryOutcome } from '../../shared/ledger/entry-outcomes.ts';
import { errors } from '../../shared/errors/errors.ts';

export const outcomeWord: Readonly<Record<EntryOutcome, string>> = {
  open: 'In progress',
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
  note: 'Note',
  unknown: 'Unknown',
};

/** An outcome nobody knows says what to do about it: it may have been done, or half done. */
export const outcomeSentence = ({ outcome }: Pick<EntryView, 'outcome'>): string =>
  outcome === 'unknown' ? 'Outcome unknown. Check the file.' : outcomeWord[outcome];

/** Our own sentence for a code, when the catalogue has one. */
export function codeSentence(code: string): string | null {
  const known: Readonly<Record<string, { readonly sentence: string }>> = errors;
  return Object.hasOwn(known, code) ? (known[code]?.sentence ?? null) : null;
}

const deciders: Readonly<Record<string, string>> = {
  person: 'you',
  policy: 'Gatehouse',
  nobody: 'nobody',
  'management-api': 'HTTP API',
};

/** Who said yes or no. */
export function deciderWord({ decidedBy }: Pick<EntryView, 'decidedBy'>): string {
  if (decidedBy === null) return '–';
  return Object.hasOwn(deciders, decidedBy) ? (deciders[decidedBy] ?? decidedBy) : decidedBy;
}

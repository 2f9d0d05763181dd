/** Why a file was not restored, said to its owner; the words of the catalogue are for agents. */
import type { ErrorCode } from './errors.ts';
import type { Failed, Refused } from './outcomes.ts';

export interface OwnerWords {
  readonly why: string;
  readonly hint: string;
}

const link: OwnerWords = {
  why: 'A link stands in place of the file, or on the way to it.',
  hint: 'Gatehouse follows no links here. Put the real file or folder back, then try again.',
};

const known: Readonly<Partial<Record<ErrorCode, OwnerWords>>> = {
  'outside-roots': link,
  'is-a-link': link,
  'hard-link': {
    why: 'The file has a second name on the disk (a hard link), which would keep the other content.',
    hint: 'Remove the other name, or edit the file yourself.',
  },
  'already-there': {
    why: 'There is something of that name already.',
    hint: 'Move it away, then try again.',
  },
  'held-by-other': {
    why: 'An agent is changing that file just now.',
    hint: 'Wait until it is done, then look again.',
  },
  'too-large-edit': {
    why: 'The file is too large to be compared.',
    hint: 'Bring it back from your version control or a backup.',
  },
  'audit-unavailable': {
    why: 'The ledger cannot be written just now, and nothing is done without it.',
    hint: 'See the notice at the top of the window.',
  },
};

/** What the detail adds to a sentence for agents says enough by itself. */
export function ownerWords({ code, message, hint }: Refused | Failed): OwnerWords {
  const sentence = 'What was approved has changed since it was shown.';
  if (code === 'stale') {
    const why = message.slice(sentence.length).trim() || 'The file changed while you looked at it.';
    return { why, hint: 'Nothing was changed. Look again at what a restore would do now.' };
  }
  return known[code] ?? { why: message, hint };
}

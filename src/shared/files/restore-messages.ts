/**
 * Messages for the user when a file was not restored; those for agents are in the error catalogue.
 */
import type { ErrorCode } from '../errors/errors.ts';
import type { Failed, Refused } from '../actions/outcomes.ts';

export interface UserMessage {
  readonly why: string;
  readonly hint: string;
}

const link: UserMessage = {
  why: 'The file or a folder above it is a link.',
  hint: 'Gatehouse does not follow links here. Put the real file or folder back, then try again.',
};

const known: Readonly<Partial<Record<ErrorCode, UserMessage>>> = {
  'outside-roots': link,
  'is-a-link': link,
  'hard-link': {
    why: 'The file has another hard link, which would keep the other content.',
    hint: 'Remove the other link, or edit the file yourself.',
  },
  'already-there': {
    why: 'A file or folder with that name already exists.',
    hint: 'Move it away, then try again.',
  },
  'held-by-other': {
    why: 'An agent is changing that file right now.',
    hint: 'Wait until it is done, then check again.',
  },
  'too-large-edit': {
    why: 'The file is too large to be compared.',
    hint: 'Restore it from version control or a backup.',
  },
  'audit-unavailable': {
    why: 'Gatehouse cannot write to the ledger right now, so nothing was changed.',
    hint: 'See the notice at the top of the window.',
  },
};

/** The detail is enough; the general sentence is meant for agents. */
export function ownerWords({ code, message, hint }: Refused | Failed): UserMessage {
  const sentence = 'The approved content has changed since it was shown.';
  if (code === 'stale') {
    const why = message.slice(sentence.length).trim() || 'The file changed in the meantime.';
    return { why, hint: 'Nothing was restored. Check again what a restore would change.' };
  }
  return known[code] ?? { why: message, hint };
}

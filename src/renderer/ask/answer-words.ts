import type { AskAnswer } from '../../shared/asks.ts';

/** What goes to main: a word, or a word that is kept as a rule. */
export type Answer = AskAnswer | { readonly kind: 'always'; readonly seconds: number | null };

const recorded: Readonly<Record<Answer['kind'], string>> = {
  allow: 'Recorded: allowed.',
  once: 'Recorded: allowed once.',
  session: 'Recorded: allowed in this session, as it said.',
  always: 'Recorded: allowed, and a rule for exactly this call is kept.',
  change: 'Recorded: not run. Your words go back to the agent.',
  deny: 'Recorded: denied.',
  'deny-kind': 'Recorded: denied, and so is every further call of this action in this session.',
};

const yes: readonly Answer['kind'][] = ['allow', 'once', 'session', 'always'];

/** Never claims that something ran: where nobody waits, nothing does. */
export const recordedWords = ({ kind }: Answer, waiting: number): string =>
  waiting === 0 && yes.includes(kind)
    ? `${recorded[kind]} Nothing was waiting; it is used when the agent asks again.`
    : recorded[kind];

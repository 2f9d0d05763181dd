import type { AskAnswer } from '../../../shared/asks/asks.ts';

/** What goes to main: a word, or a word that is kept as a rule. */
export type Answer = AskAnswer | { readonly kind: 'always'; readonly seconds: number | null };

const recorded: Readonly<Record<Answer['kind'], string>> = {
  allow: 'Recorded: allowed.',
  once: 'Recorded: allowed once.',
  session: 'Recorded: allowed for the rest of the session.',
  always: 'Recorded: allowed, and saved as a rule for this exact call.',
  change: 'Recorded: not run. Your message was sent to the agent.',
  deny: 'Recorded: denied.',
  'deny-kind': 'Recorded: denied, with all further calls to this action in this session.',
};

const yes: readonly Answer['kind'][] = ['allow', 'once', 'session', 'always'];

/** Never claims that something ran: where nobody waits, nothing does. */
export const recordedWords = ({ kind }: Answer, waiting: number): string =>
  waiting === 0 && yes.includes(kind)
    ? `${recorded[kind]} The agent was no longer waiting; your answer is used when it asks again.`
    : recorded[kind];

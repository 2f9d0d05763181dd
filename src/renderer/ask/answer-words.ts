import type { AskAnswer } from '../../shared/asks.ts';

const recorded: Readonly<Record<AskAnswer['kind'], string>> = {
  allow: 'Recorded: allowed.',
  once: 'Recorded: allowed once.',
  session: 'Recorded: allowed in this session, as it said.',
  change: 'Recorded: not run. Your words go back to the agent.',
  deny: 'Recorded: denied.',
  'deny-kind': 'Recorded: denied, and so is every further call of this action in this session.',
};

const yes: readonly AskAnswer['kind'][] = ['allow', 'once', 'session'];

/** Never claims that something ran: where nobody waits, nothing does. */
export const recordedWords = ({ kind }: AskAnswer, waiting: number): string =>
  waiting === 0 && yes.includes(kind)
    ? `${recorded[kind]} Nothing was waiting; it is used when the agent asks again.`
    : recorded[kind];

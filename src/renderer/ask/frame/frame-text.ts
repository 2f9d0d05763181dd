/** All text that both kinds of ask share: the frame, the footer, blockers and results. */
import type { Ask, AskAnswer, AskHistory, ShownChange } from '../../../shared/asks/asks.ts';
import { count, listed } from '../../text/counting.ts';
import { momentWords, type Zone } from '../../text/times.ts';
import type { ReadingProgress } from '../../reading/read-tracker.ts';
import type { ReadingState } from '../../reading/use-reading.ts';
import { diffRuns } from '../../text/diff-runs.ts';

export const frameText = {
  // allow-button.tsx
  showNextUnread: 'Show the next unread part',
  enterDoesNothing: 'Press Space or click. Enter does nothing here.',

  // ask-footer.tsx
  deny: 'Deny',
  details: 'Details',
  reply: 'Reply…',
  notNow: 'Not now',
  notNowTitle: 'Keeps it in your Inbox (Esc)',

  // ask-head.tsx
  gatehouse: 'Gatehouse',
  moreWaiting: (amount: number) => `${amount} more waiting`,
  verified: 'verified',
  unverified: 'unverified',
  programChanged: 'Program changed',
  programUnknown: 'program unknown',
  fromAnotherComputer: 'From another computer',
  expiresIn: (time: string, isPaused: boolean) =>
    `Expires in ${time}${isPaused ? ', paused while you read' : ''}`,

  // ask-window.tsx
  nothingToReview: 'Nothing to review',
  nothingToReviewHint: 'When an agent asks for something, it appears here.',

  // details.tsx
  askedBy: 'Asked by',
  history: 'History',
  expires: 'Expires',
  deniedIfNotAnsweredBy: (value: string) => `Denied if not answered by ${value}`,

  // marks-warning.tsx
  hiddenCharacters: 'Hidden characters',
  marksExplanation: (where: string) =>
    `${where} contains hidden characters, look-alikes or trailing spaces, which can disguise text. Each one is marked, like this:`,
  marksChecked: 'I have checked the marked characters',

  // reason-box.tsx
  noReason: 'No reason given',
  waitingCall: 'No reason given. It waits to:',
  writtenByTheAgent: 'Written by the agent',
  reasonHasMarks: 'It contains hidden or look-alike characters. They are marked.',

  // protected-changes.tsx
  of: (position: number, all: number) => `${position} of ${all}`,
  previousProtectedChange: 'Previous protected change',
  previous: 'Previous',
  nextProtectedChange: 'Next protected change',
  next: 'Next',

  // Messages
  windowTitle: 'Gatehouse asks',
  windowTitleWith: (sentence: string) => `Gatehouse asks: ${sentence}`,
  denyReason: 'Reply to the agent, sent when you deny',
  answerNotConfirmed:
    'Gatehouse did not confirm this answer. Check Activity to see whether it was recorded.',
  notPostponed: 'Could not postpone it. It is still pending.',
} as const;

/** What is sent to the main process: an answer, or an answer that creates a rule. */
export type Answer = AskAnswer | { readonly kind: 'always'; readonly seconds: number | null };

const recorded: Readonly<Record<Answer['kind'], string>> = {
  allow: 'Recorded: allowed.',
  once: 'Recorded: allowed once.',
  session: 'Recorded: allowed for the rest of the session.',
  always: 'Recorded: allowed, and saved as a rule.',
  submit: 'Recorded: your answer was sent to the server.',
  change: 'Recorded: not run. Your message was sent to the agent.',
  deny: 'Recorded: denied.',
  'deny-kind': 'Recorded: denied, with all further calls to this action in this session.',
};

const yes: readonly Answer['kind'][] = ['allow', 'once', 'session', 'always'];

/** Never claims that the call ran: if the agent no longer waits, it does not. */
export const recordedWords = ({ kind }: Answer, waiting: number): string =>
  waiting === 0 && yes.includes(kind)
    ? `${recorded[kind]} The agent was no longer waiting; your answer is used when it asks again.`
    : recorded[kind];

/** "4:52", "1:02:10". */
export function clockWords(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

const times = (amount: number): string => (amount === 1 ? 'once' : `${amount} times`);

export function historyWords(history: AskHistory, now: number, zone: Zone = {}): string {
  const { allowed, denied, inFolder, lastAt } = history;
  const since = ` History since ${momentWords(history.since, now, zone)}.`;
  if (allowed + denied === 0) return `First time this agent asks for this.${since}`;
  const said = [
    ...(allowed > 0 ? [`allowed ${times(allowed)}`] : []),
    ...(denied > 0 ? [`denied ${times(denied)}`] : []),
  ];
  const never = denied === 0 ? ', never denied' : allowed === 0 ? ', never allowed' : '';
  const last = lastAt === null ? '' : `, last ${momentWords(lastAt, now, zone)}`;
  const place = inFolder === 0 ? ' First time in this folder.' : '';
  return `You ${listed(said)}${never}${last}.${place}${since}`;
}

/** The same in two words, beside the effect. */
export function historyNote({ allowed, denied }: AskHistory): string {
  if (allowed + denied === 0) return 'First time';
  return denied > 0 ? `Denied ${times(denied)}` : `Allowed ${times(allowed)}`;
}

export const timeIsUp = ({ deadline }: Ask, now: number): string | null =>
  now >= deadline ? 'Time is up.' : null;

export const marksUnseen = (hasMarks: boolean, hasSeen: boolean): string | null =>
  hasMarks && !hasSeen ? 'Check the marked characters and tick the box to enable Allow.' : null;

/** Null once everything was seen; empty while that is unknown. */
export function whyUnread(ask: Ask, { progress, isDone }: ReadingState): string | null {
  if (isDone) return null;
  if (progress === null) return '';
  const what = ask.kind === 'access' ? 'request' : 'call';
  if (progress.isFolded) return `Show all of the ${what} and scroll through it to enable Allow.`;
  if (progress.hasSkipped)
    return `Scroll back to the part of the ${what} you skipped to enable Allow.`;
  return `Scroll to the end of the ${what} to enable Allow.`;
}

/** Whether the exact call was seen, whatever else is left. */
export const isCallSeen = (progress: ReadingProgress | null): boolean =>
  progress !== null &&
  !progress.unread.some((name) => name === 'call' || name.startsWith('change:'));

const ofKind = (names: readonly string[], kind: string): number =>
  names.filter((name) => name.startsWith(kind)).length;

/** "3 of 16 folders seen": by the kind of thing that is left. */
export function progressWords(progress: ReadingProgress | null): string {
  if (progress === null || progress.unread.length === 0) return '';
  const { read, unread } = progress;
  for (const [kind, words] of [
    ['root:', 'folders'],
    ['change:', 'files'],
  ] as const) {
    const left = ofKind(unread, kind);
    const all = left + ofKind(read, kind);
    if (left > 0 && all > 1) return `${all - left} of ${all} ${words} seen`;
  }
  return `${read.length} of ${read.length + unread.length} parts seen`;
}

/** Each place of a protected file that changes; a file whose diff names no place is one. */
const hunksOf = ({ diff }: ShownChange): number =>
  Math.max(1, diffRuns(diff).filter(({ kind }) => kind === 'place').length);

export const protectedHunks = (changes: readonly ShownChange[]): number =>
  changes
    .filter(({ isProtected }) => isProtected)
    .reduce((sum, change) => sum + hunksOf(change), 0);

/** "2 of 5 changed files are protected (3 changes)". */
export function protectedWords(changes: readonly ShownChange[]): string {
  const grave = changes.filter(({ isProtected }) => isProtected).length;
  const files =
    changes.length === 1
      ? 'The changed file is protected'
      : `${grave} of ${changes.length} changed files ${grave === 1 ? 'is' : 'are'} protected`;
  return `${files} (${count(protectedHunks(changes), 'change')})`;
}

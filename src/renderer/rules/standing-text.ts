/** All text about standing grants on the Rules page. */
import { scopeInfo } from '../../shared/access/scopes.ts';
import {
  unusedScopeDays,
  type StandingGrantView,
  type SuspendReason,
} from '../../shared/access/remembered.ts';
import { lowerFirst } from '../text/counting.ts';
import { ago, momentWords, spanWords, type Zone } from '../text/times.ts';

export const standingText = {
  title: 'Start without asking',
  explanation:
    'These agents start by themselves with what is listed. Rules still apply to each call.',
  sentence: '{client} in {folders}',
  remove: 'Remove',
  removeLabel: (client: string, folders: string) => `Remove: ${client} in ${folders}`,
  resume: 'Resume',
  resumeLabel: (client: string, folders: string) => `Resume: ${client} in ${folders}`,
  turnOn: 'Turn on again',
  removed: 'Removed.',
  nowAsks: (client: string, folders: string) => `${client} in ${folders} asks again.`,
  undo: 'Undo',
  dismiss: 'Dismiss',
} as const;

const scopeWords = (names: StandingGrantView['scopes']): string =>
  names
    .map((scope, at) =>
      at === 0 ? scopeInfo(scope).sentence : lowerFirst(scopeInfo(scope).sentence),
    )
    .join(', ');

export const mayWords = ({ scopes }: StandingGrantView): string =>
  scopes.length === 0 ? 'Nothing at the moment' : scopeWords(scopes);

/** Null when all its scopes are in use. */
export const lapsedWords = ({ lapsed }: StandingGrantView): string | null =>
  lapsed.length === 0
    ? null
    : `Left out, not used for ${unusedScopeDays} days: ${lowerFirst(scopeWords(lapsed))}.`;

export function standingFacts(
  grant: StandingGrantView,
  now: number,
  zone: Zone = {},
): readonly string[] {
  const { until, lastUsedAt, starts, createdAt, seconds } = grant;
  return [
    until === null ? 'Until you remove it' : `Ends ${momentWords(until, now, zone)}`,
    `${spanWords(seconds)} each time`,
    lastUsedAt === null
      ? 'Not used yet'
      : `Last used ${ago(now - lastUsedAt)} · started ${starts} ${starts === 1 ? 'time' : 'times'}`,
    `Allowed ${momentWords(createdAt, now, zone)}`,
  ];
}

const suspendedWords: Readonly<Record<SuspendReason, string>> = {
  'session-ended': 'Suspended: you ended its session.',
  'revoked-all': 'Suspended: you revoked everything.',
  key: 'Suspended: the client has another key. You are asked the next time.',
  program: 'Suspended: the program changed. You are asked the next time.',
  folder: 'Suspended: the folder was replaced. You are asked the next time.',
  clock: 'Suspended: the clock of this computer was set back.',
};

export const whySuspended = ({ suspended }: StandingGrantView): string | null =>
  suspended && suspendedWords[suspended.why];

const resumable: readonly SuspendReason[] = ['session-ended', 'revoked-all', 'clock'];

export const canResume = ({ suspended }: StandingGrantView): boolean =>
  suspended !== null && resumable.includes(suspended.why);

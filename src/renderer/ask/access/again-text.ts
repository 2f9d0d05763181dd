/** All text about access that was granted before. */
import { standingDays, type LastTime } from '../../../shared/access/remembered.ts';
import type { AccessAsk } from '../../../shared/access/access.ts';
import { scopeInfo, type Scope } from '../../../shared/access/scopes.ts';
import { count, listed, lowerFirst } from '../../text/counting.ts';
import { folderName } from '../../text/place-names.ts';
import { momentWords, type Zone } from '../../text/times.ts';
import { longSpan, type GrantSelection } from './access-text.ts';

export const againText = {
  sameAsLastTime: 'Same as last time',
  asItsHistory: 'Allow what it used before',
  change: 'Change…',
  whatItMayDo: 'What it may do, as last time',
  whatItsHistoryShows: 'What it may do, as its history suggests',
  off: 'off',
  nothingNew: 'Nothing new',
  notVerified: 'From its own history, not verified',
  notUsed: (words: string) => `Unused last time: ${words}`,
  leftOut: (words: string) => `Left out, as last time: ${words}.`,
  neverUsed: (words: string, days: number) => `Left out, not used in ${days} days: ${words}.`,
  startWithoutAsking: (place: string) => `Start without asking in ${place}`,
  forDays: 'for',
  forHowManyDays: 'For how many days',
  never: (words: string) => `Always asked: ${words}. Switch it off to start without asking.`,
  remember: (place: string) => `Remember for ${place}`,
} as const;

/** "1 hour, as today 11:05", or "1 hour; in 30 days: 214 commands, 31 edits and 12 reads". */
export function lastWords(
  { grantedAt, seconds, history }: LastTime,
  now: number,
  zone: Zone = {},
): string {
  if (!history) return `${longSpan(seconds)}, as ${momentWords(grantedAt, now, zone)}`;
  const { commands, edits, reads, days } = history;
  const calls = [count(commands, 'command'), count(edits, 'edit'), count(reads, 'read')];
  return `${longSpan(seconds)}; in ${days} days: ${listed(calls)}`;
}

export const leftOutWords = ({ leftOut, history }: LastTime): string =>
  history
    ? againText.neverUsed(fewScopes(leftOut), history.days)
    : againText.leftOut(fewScopes(leftOut));

export const againLabel = ({ history }: LastTime): string =>
  history ? againText.asItsHistory : againText.sameAsLastTime;

/** Nobody would read a longer list; Change… and Details name each. */
const mostNamed = 2;

/** "stage and commit, delete files", or "5 permissions". */
export const fewScopes = (names: readonly Scope[]): string =>
  names.length > mostNamed ? `${names.length} permissions` : scopeWords(names);

export const scopeWords = (names: readonly Scope[]): string =>
  names.map((scope) => lowerFirst(scopeInfo(scope).sentence)).join(', ');

export const placeWords = ({ roots }: AccessAsk): string => {
  const [only = ''] = roots;
  return roots.length === 1 ? folderName(only) : 'these folders';
};

export const standingSpans: readonly { readonly days: number | null; readonly label: string }[] = [
  { days: 7, label: '7 days' },
  { days: standingDays, label: `${standingDays} days` },
  { days: 90, label: '90 days' },
  { days: null, label: 'as long as I keep it' },
];

/** Why nothing may start without asking, as a sentence; null where it may. */
export function whyNoStanding({ standing }: LastTime, choice: GrantSelection): string | null {
  if (standing.whyNot !== null) return standing.whyNot;
  const never = standing.never.filter((scope) => choice.scopes.includes(scope));
  return never.length > 0 ? againText.never(scopeWords(never)) : null;
}

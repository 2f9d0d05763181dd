/** All text about access that was granted before. */
import { standingDays, type LastTime } from '../../../shared/access/remembered.ts';
import type { AccessAsk } from '../../../shared/access/access.ts';
import { scopes as scopeTable, type Scope } from '../../../shared/access/scopes.ts';
import { lowerFirst } from '../../text/counting.ts';
import { folderName } from '../../text/place-names.ts';
import { momentWords, type Zone } from '../../text/times.ts';
import { longSpan, type GrantSelection } from './access-text.ts';

export const againText = {
  sameAsLastTime: 'Same as last time',
  change: 'Change…',
  whatItMayDo: 'What it may do, as last time',
  off: 'off',
  nothingNew: 'Nothing new',
  notUsed: (words: string) => `Unused last time: ${words}`,
  leftOut: (words: string) => `Left out, as last time: ${words}.`,
  startWithoutAsking: (place: string) => `Start without asking in ${place}`,
  forDays: 'for',
  forHowManyDays: 'For how many days',
  never: (words: string) => `Always asked: ${words}. Switch it off to start without asking.`,
  remember: (place: string) => `Remember for ${place}`,
} as const;

/** "1 hour, as today 11:05". */
export const lastWords = ({ grantedAt, seconds }: LastTime, now: number, zone: Zone = {}): string =>
  `${longSpan(seconds)}, as ${momentWords(grantedAt, now, zone)}`;

/** More would be read by nobody; Change… and Details name each. */
const mostNamed = 2;

/** "stage and commit, delete files", or "5 permissions". */
export const fewScopes = (names: readonly Scope[]): string =>
  names.length > mostNamed ? `${names.length} permissions` : scopeWords(names);

export const scopeWords = (names: readonly Scope[]): string =>
  names.map((scope) => lowerFirst(scopeTable[scope].sentence)).join(', ');

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

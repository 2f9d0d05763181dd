/** The one sentence that says who wants what and where, built by us from the data. */
import type { AccessAsk } from '../../shared/access/access.ts';
import type { Ask, ConfirmAsk } from '../../shared/asks/asks.ts';
import { scopes, type Scope } from '../../shared/access/scopes.ts';
import { hasMarkedText, visibleText } from '../../shared/base/visible-text.ts';
import { count, listed, lowerFirst } from './counting.ts';
import { riskWord, risksOf } from './risk-words.ts';
import { middleCut } from './text-runs.ts';

/** More than this many are summed up; the list below the sentence names each. */
const mostScopesNamed = 3;
/** A longer path would push the real question off the screen; the list shows it whole. */
const longestPathNamed = 72;
/** The same for a deed; the exact bytes stand below it. */
const longestDeed = 160;

export type Place =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'count'; readonly text: string }
  | { readonly kind: 'none' };

export interface AskSentence {
  readonly who: string;
  readonly deed: string;
  readonly place: Place;
}

export function askSentence(ask: AccessAsk): AskSentence {
  return { who: ask.agent.clientId, deed: deedOf(ask.scopes), place: placeOf(ask.roots) };
}

/** What one call would do: "run npm test in ~/proj". It may carry marks that still have to be shown. */
export const confirmDeed = ({ sentence }: ConfirmAsk, atMost = longestDeed): string =>
  middleCut(lowerFirst(sentence), atMost);

export function askSentenceText(ask: Ask): string {
  if (ask.kind === 'confirm') {
    return `${ask.agent.clientId} wants to ${visibleText(confirmDeed(ask))}`;
  }
  const { who, deed, place } = askSentence(ask);
  const wish = `${who} wants to ${deed}`;
  if (place.kind === 'none') return wish;
  return `${wish} in ${place.kind === 'path' ? place.path : place.text}`;
}

function deedOf(wanted: readonly Scope[]): string {
  if (wanted.length <= mostScopesNamed) {
    return listed(wanted.map((scope) => lowerFirst(scopes[scope].sentence)));
  }
  const kinds = listed(risksOf(wanted).map((risk) => riskWord[risk].toLowerCase()));
  return `${kinds} (${count(wanted.length, 'scope')})`;
}

function placeOf(roots: readonly string[]): Place {
  const [only] = roots;
  if (only === undefined) return { kind: 'none' };
  const named = only.length <= longestPathNamed && !hasMarkedText(only);
  if (roots.length === 1 && named) return { kind: 'path', path: only };
  return { kind: 'count', text: count(roots.length, 'folder') };
}

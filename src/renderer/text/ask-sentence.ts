/** The sentence of an ask: who wants to do what, and where. Built from data, never from the text of agents. */
import type { AccessAsk } from '../../shared/access/access.ts';
import type { Ask, ConfirmAsk, ShownHeldBack, ShownServerInput } from '../../shared/asks/asks.ts';
import { scopeInfo, type Scope } from '../../shared/access/scopes.ts';
import { hasMarkedText, visibleText } from '../../shared/base/visible-text.ts';
import { count, listed, lowerFirst } from './counting.ts';
import { withShortPaths } from './place-names.ts';
import { middleCut } from './text-runs.ts';

/** More than this many are summed up; the ask names each. */
const mostScopesNamed = 3;
/** A longer path would push the real question off the screen; the list shows it whole. */
const longestPathNamed = 72;
/** The same for an action; the exact call is shown below it. */
const maxActionLength = 160;

export type Place =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'count'; readonly text: string }
  | { readonly kind: 'none' };

export interface AskSentence {
  readonly who: string;
  readonly action: string;
  readonly place: Place;
}

export function askSentence(ask: AccessAsk): AskSentence {
  return { who: ask.agent.clientId, action: actionOf(ask.scopes), place: placeOf(ask.roots) };
}

/** What one call would do: "run npm test in harbour". It may carry marks that still have to be shown. */
export const confirmAction = (
  { sentence, folders }: ConfirmAsk,
  atMost = maxActionLength,
): string => middleCut(lowerFirst(withShortPaths(sentence, folders)), atMost);

export const heldBackVerb = ({ change }: ShownHeldBack): string => `The command ${change}`;

/** Below the granted folder, as people name it. */
export const heldBackName = ({ path, within }: ShownHeldBack): string =>
  within !== '' && path.startsWith(`${within}/`) ? path.slice(within.length + 1) : path;

export const serverInputSentence = ({ server, page }: ShownServerInput): string =>
  `${server} ${page ? 'wants you to open a page' : 'asks you something'}`;

export function askSentenceText(ask: Ask): string {
  if (ask.kind === 'confirm' && ask.heldBack)
    return `${heldBackVerb(ask.heldBack)} ${visibleText(heldBackName(ask.heldBack))}`;
  if (ask.kind === 'confirm' && ask.serverInput) return serverInputSentence(ask.serverInput);
  if (ask.kind === 'confirm') {
    return `${ask.agent.clientId} wants to ${visibleText(confirmAction(ask))}`;
  }
  const { who, action, place } = askSentence(ask);
  const sentence = `${who} wants to ${action}`;
  if (place.kind === 'none') return sentence;
  return `${sentence} in ${place.kind === 'path' ? place.path : place.text}`;
}

function actionOf(wanted: readonly Scope[]): string {
  if (wanted.length <= mostScopesNamed) {
    return listed(wanted.map((scope) => lowerFirst(scopeInfo(scope).sentence)));
  }
  return 'work';
}

function placeOf(roots: readonly string[]): Place {
  const [only] = roots;
  if (only === undefined) return { kind: 'none' };
  const named = only.length <= longestPathNamed && !hasMarkedText(only);
  if (roots.length === 1 && named) return { kind: 'path', path: only };
  return { kind: 'count', text: count(roots.length, 'folder') };
}

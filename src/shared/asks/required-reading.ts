/**
 * What of an ask has to have been on screen before a yes counts. The ask window names the same parts
 * on its page and reports each one that was seen in full; main compares.
 */
import type { AccessAsk } from '../access/access.ts';
import type { Ask, ConfirmAsk } from './asks.ts';

export const rootPart = (path: string): string => `root:${path}`;
export const scopePart = (scope: string): string => `scope:${scope}`;
export const changePart = (path: string): string => `change:${path}`;

/** The words of the longest button; a longer meaning is written out above. */
export const longestSessionLabel = 90;

export const requiredReading = (ask: Ask): readonly string[] => [
  'sentence',
  'who',
  ...(ask.kind === 'access' ? inAccess(ask) : inConfirm(ask)),
];

const inAccess = ({ scopes, roots, picked }: AccessAsk): readonly string[] => [
  ...scopes.map(scopePart),
  ...roots.map(rootPart),
  ...picked.map(({ path }) => rootPart(path)),
  'reason',
];

const inConfirm = (ask: ConfirmAsk): readonly string[] => [
  ...(ask.because.length > 0 ? ['because'] : []),
  ...(ask.recoverability === null ? [] : ['recoverability']),
  'call',
  ...ask.changes.map(({ path }) => changePart(path)),
  ...(ask.command === null ? [] : ['command']),
  ...(isLongForSession(ask) ? ['session'] : []),
];

/** Whether "for this session" says more than its button can show. */
export const isLongForSession = ({ forSession }: ConfirmAsk): boolean =>
  forSession !== null && forSession.length > longestSessionLabel;

/**
 * What must have been on screen before a yes counts: what decides, not what only repeats it. The ask
 * window names the same parts on its page and reports each one that was seen in full; main compares.
 */
import type { AccessAsk } from '../access/access.ts';
import { capabilityGroups, type Capability } from '../access/capabilities.ts';
import type { Ask, ConfirmAsk } from './asks.ts';

export const rootPart = (path: string): string => `root:${path}`;
export const rowPart = (capability: Capability): string => `row:${capability}`;
export const changePart = (path: string): string => `change:${path}`;

/** The words that a button of one line can show; a longer meaning is written out above. */
export const longestSessionLabel = 28;

export const requiredReading = (ask: Ask): readonly string[] => [
  'sentence',
  'who',
  ...(ask.kind === 'access' ? inAccess(ask) : inConfirm(ask)),
];

const inAccess = ({ scopes, roots, picked, run }: AccessAsk): readonly string[] => [
  ...capabilityGroups(scopes).map(({ capability }) => rowPart(capability)),
  ...roots.map(rootPart),
  ...picked.map(({ path }) => rootPart(path)),
  'reason',
  ...(run ? ['hosts'] : []),
];

const inConfirm = (ask: ConfirmAsk): readonly string[] => [
  ...(ask.because.length > 0 ? ['because'] : []),
  ...(ask.recoverability === null ? [] : ['recoverability']),
  'call',
  ...ask.changes.map(({ path }) => changePart(path)),
  ...(isLongForSession(ask) ? ['session'] : []),
];

/** "npm test in harbour": as it is written on the button. */
export const shortForSession = (forSession: string): string =>
  forSession.replace(/, with any arguments$/, '');

/** Whether "for this session" covers more than its button can show. A host has its own button. */
export const isLongForSession = ({ forSession, network }: ConfirmAsk): boolean =>
  network === undefined &&
  forSession !== null &&
  shortForSession(forSession).length > longestSessionLabel;

/**
 * The parts of an ask that must have been on screen before an approval counts: those that matter
 * for the decision, not repetitions. The ask window marks the same parts on its page and reports
 * each one that was completely visible; main compares.
 */
import type { AccessAsk } from '../access/access.ts';
import { capabilityGroups, type Capability } from '../access/capabilities.ts';
import type { Ask, ConfirmAsk } from './asks.ts';

export const rootPart = (path: string): string => `root:${path}`;
export const rowPart = (capability: Capability): string => `row:${capability}`;
export const changePart = (path: string): string => `change:${path}`;

/** How many words fit on a one-line button; a longer meaning is written out above it. */
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

/** "npm test in harbour": the text on the button. */
export const shortForSession = (forSession: string): string =>
  forSession.replace(/, with any arguments$/, '');

/** Whether "for this session" covers more than fits on its button. A host has its own button. */
export const isLongForSession = ({ forSession, network }: ConfirmAsk): boolean =>
  network === undefined &&
  forSession !== null &&
  shortForSession(forSession).length > longestSessionLabel;

/**
 * Several short asks of one agent on one card. Irreversible, long and unusual asks never join a
 * card: everything on it is visible, so that one answer to all is well informed.
 */
import { hasMarkedText } from '../base/visible-text.ts';
import type { Ask, ConfirmAsk } from './asks.ts';
import { isLongForSession } from './required-reading.ts';

/** One ask on a card. It keeps its position after it was answered. */
export interface BatchItem {
  readonly ask: ConfirmAsk;
  /** False once it was answered or withdrawn. */
  readonly isWaiting: boolean;
}

/** More would not fit without scrolling. */
export const maxBatch = 3;
const maxLines = 7;
const maxCharacters = 400;

export const canJoinBatch = (ask: Ask): ask is ConfirmAsk =>
  ask.kind === 'confirm' &&
  ask.waiting > 0 &&
  ask.typeToAllow === null &&
  ask.heldBack === undefined &&
  ask.serverInput === undefined &&
  ask.command?.parts === undefined &&
  ask.because.length <= 2 &&
  !isLongForSession(ask) &&
  isUsualAgent(ask) &&
  isShort(ask) &&
  ![ask.exact, ask.sentence, ...ask.changes.map(({ diff }) => diff)].some((text) =>
    hasMarkedText(text, { keepLines: true, prose: true }),
  );

const isUsualAgent = ({ agent }: ConfirmAsk): boolean =>
  agent.door !== 'management' &&
  agent.remote === undefined &&
  agent.verified?.sameAsBefore !== false;

function isShort({ changes, exact, command }: ConfirmAsk): boolean {
  const says = command?.says ?? '';
  const lines = changes.reduce((sum, { diff }) => sum + diff.split('\n').length, 0);
  if (changes.length > 1 || lines > maxLines || says.split('\n').length > 2) return false;
  return changes.length > 0 || (exact.length <= maxCharacters && !exact.includes(String.raw`\n`));
}

/** The asks shown together with `first`, including it; empty if it is shown alone. */
export function batchWith(first: Ask, waiting: readonly Ask[]): readonly ConfirmAsk[] {
  if (!canJoinBatch(first)) return [];
  const { clientId } = first.agent;
  const others = waiting
    .filter((ask) => ask.askId !== first.askId && ask.agent.clientId === clientId)
    .filter(canJoinBatch);
  return others.length === 0 ? [] : [first, ...others].slice(0, maxBatch);
}

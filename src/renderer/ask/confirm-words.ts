/** What the answers to one call say, and why it cannot be allowed yet. */
import type { ConfirmAsk } from '../../shared/asks.ts';
import { hasHiddenText, visibleText } from '../../shared/visible-text.ts';
import { identityTexts } from '../words/caller-words.ts';
import { middleCut } from '../words/text-runs.ts';
import { hasMarks, type Evidence } from './evidence.ts';
import { marksUnseen, timeIsUp } from './obstacles.ts';

export interface ConfirmFacts {
  readonly isMarked: boolean;
  /** Whether the evidence must be read to its end before a yes. */
  readonly mustRead: boolean;
}

export interface ConfirmState {
  readonly hasRead: boolean;
  readonly hasSeenMarks: boolean;
  /** What still has to be typed. */
  readonly untyped: string | null;
}

const hasMarkedWords = ({ agent, sentence, command }: ConfirmAsk): boolean =>
  [
    ...[...identityTexts(agent), sentence],
    ...[command?.program ?? '', command?.programFile ?? '', command?.cwd ?? ''],
  ].some((text) => hasHiddenText(text));

/**
 * What runs or destroys cannot be taken back; what files become is in no sentence; empty lines push
 * the rest of a text out of sight; and a mark may stand where nobody has looked yet.
 */
export function confirmFacts(ask: ConfirmAsk, evidence: Evidence): ConfirmFacts {
  const isEvidenceMarked = hasMarks(evidence);
  const isGrave = ask.actionKind === 'run' || ask.actionKind === 'destroy';
  return {
    isMarked: isEvidenceMarked || hasMarkedWords(ask),
    mustRead: isEvidenceMarked || isGrave || ask.changes.length > 0 || evidence.texts.length > 0,
  };
}

export const whyNotConfirmed = (
  ask: ConfirmAsk,
  { isMarked, mustRead }: ConfirmFacts,
  { hasRead, hasSeenMarks, untyped }: ConfirmState,
  now: number,
): string | null =>
  timeIsUp(ask, now) ??
  (mustRead && !hasRead
    ? 'First read the exact call to its end: scroll it, or open it in full.'
    : null) ??
  marksUnseen(isMarked, hasSeenMarks) ??
  (untyped === null ? null : `First type ${untyped} in the box above.`);

/** A rule is offered where one can be kept, and never for what cannot be had back. */
export const canAlways = ({ ruleDraft, typeToAllow, agent }: ConfirmAsk): boolean =>
  ruleDraft !== null && typeToAllow === null && agent.door !== 'management';

/** An action's name may come from someone else's server. */
export const actionName = ({ action }: ConfirmAsk): string => visibleText(middleCut(action, 48));

/** Two lines of the button; the header and the exact call say the rest. */
export const longestLabelDeed = 76;
/** Said in full: what it means for the rest of the session must be read before it is pressed. */
export const longestSessionDeed = 400;

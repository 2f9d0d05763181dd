/** What the answers to one call say, and why it cannot be allowed yet. */
import type { ConfirmAsk } from '../../../shared/asks/asks.ts';
import { hasMarkedText, visibleText } from '../../../shared/base/visible-text.ts';
import { identityTexts } from '../../text/caller-words.ts';
import { middleCut } from '../../text/text-runs.ts';
import { hasMarks, type Evidence } from './evidence.ts';
import { marksUnseen, timeIsUp } from '../frame/blockers.ts';

export interface ConfirmState {
  /** Why it has not been read; null once all of it was on screen. */
  readonly unread: string | null;
  readonly isMarked: boolean;
  readonly hasSeenMarks: boolean;
  /** What still has to be typed. */
  readonly untyped: string | null;
}

const hasMarkedWords = ({ agent, sentence, command }: ConfirmAsk): boolean =>
  [
    ...[...identityTexts(agent), sentence],
    ...[command?.program ?? '', command?.programFile ?? '', command?.cwd ?? ''],
  ].some((text) => hasMarkedText(text));

/** Whether a mark in the call, in the sentence or in who asks has to be looked at. */
export const isMarkedCall = (ask: ConfirmAsk, evidence: Evidence): boolean =>
  hasMarks(evidence) || hasMarkedWords(ask);

export const whyNotConfirmed = (
  ask: ConfirmAsk,
  { unread, isMarked, hasSeenMarks, untyped }: ConfirmState,
  now: number,
): string | null =>
  timeIsUp(ask, now) ??
  unread ??
  marksUnseen(isMarked, hasSeenMarks) ??
  (untyped === null ? null : `Type ${untyped} in the box above to enable Allow.`);

/** A rule is offered where one can be kept, and never for what cannot be had back. */
export const canAlways = ({ ruleDraft, typeToAllow, agent }: ConfirmAsk): boolean =>
  ruleDraft !== null && typeToAllow === null && agent.door !== 'management';

/** An action's name may come from someone else's server. */
export const actionName = ({ action }: ConfirmAsk): string => visibleText(middleCut(action, 48));

/** Two lines of the button; the header and the exact call say the rest. */
export const longestLabelDeed = 76;

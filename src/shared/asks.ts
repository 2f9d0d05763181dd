/** A question waiting for the person, and every word they can answer with. */
import { z } from 'zod';
import { AllowAccess, type AccessAsk, type Agent } from './access.ts';
import type { ActionKind } from './actions.ts';
import type { AskId, SessionId } from './ids.ts';
import { maxReasonLength } from './session-limits.ts';

/** One call that may not run without a second look, shown as the exact bytes that would run. */
export interface ConfirmAsk {
  readonly kind: 'confirm';
  readonly askId: AskId;
  readonly agent: Agent;
  readonly sessionId: SessionId;
  readonly action: string;
  readonly actionKind: ActionKind;
  /** In plain words, built by us. */
  readonly sentence: string;
  /** The arguments as they would run, as pretty JSON. */
  readonly exact: string;
  /** SHA-256 of what is shown; an answer counts for exactly this. */
  readonly digest: string;
  /** Why we ask: each a sentence, the weightiest first. */
  readonly because: readonly string[];
  /** Whether "for this session" may be offered. */
  readonly rememberable: boolean;
  readonly askedAt: number;
  readonly deadline: number;
  readonly waiting: number;
}

export type Ask = AccessAsk | ConfirmAsk;

const words = z.string().max(maxReasonLength);

export const AskAnswer = z.discriminatedUnion('kind', [
  AllowAccess,
  z.strictObject({ kind: z.literal('once') }),
  z.strictObject({ kind: z.literal('session') }),
  z.strictObject({ kind: z.literal('change'), text: words.min(1) }),
  z.strictObject({ kind: z.literal('deny'), reason: words }),
  z.strictObject({ kind: z.literal('deny-kind'), reason: words }),
]);
export type AskAnswer = z.infer<typeof AskAnswer>;

/** Whether a word answers this question at all. */
export function fits(answer: AskAnswer, ask: Ask): boolean {
  if (answer.kind === 'deny') return true;
  return (answer.kind === 'allow') === (ask.kind === 'access');
}

export const isYes = (answer: AskAnswer): boolean =>
  answer.kind === 'allow' || answer.kind === 'once' || answer.kind === 'session';

/**
 * Interprets the result of a confirmation: who decided, and the refusal if it was not approved.
 */
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { AnswerWay, AskResult } from './ask-queue.ts';

export interface ConfirmResult {
  readonly by: 'person' | AnswerWay | 'nobody';
  readonly result: 'allow' | 'deny';
  readonly refusal: Refused | null;
}

/** The user's own text, as it is passed on to the agent. */
export const quoteOf = (text: string): string => (text ? `They wrote: ${text}` : '');

export function outcomeOf(result: AskResult): ConfirmResult {
  switch (result.kind) {
    case 'once':
    case 'session':
    case 'allow':
    case 'submit':
      return { by: 'person', result: 'allow', refusal: null };
    case 'change':
      return {
        by: 'person',
        result: 'deny',
        refusal: refused('change-wanted', quoteOf(result.text)),
      };
    case 'deny':
    case 'deny-kind':
      return {
        by: result.by ?? 'person',
        result: 'deny',
        refusal: refused('denied-by-person', quoteOf(result.reason)),
      };
    case 'parked':
      return { by: 'person', result: 'deny', refusal: refused('ask-parked') };
    case 'timed-out':
      return { by: 'nobody', result: 'deny', refusal: refused('ask-timed-out') };
    case 'withdrawn':
      return { by: 'nobody', result: 'deny', refusal: refused('ask-withdrawn') };
    case 'closed':
      return { by: 'nobody', result: 'deny', refusal: refused('shutting-down') };
  }
}

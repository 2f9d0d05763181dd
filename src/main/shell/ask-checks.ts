/** What a yes from the ask window needs beyond a steady window. */
import { isYes, type Ask, type AskAnswer, type ConfirmAsk } from '../../shared/asks.ts';
import type { AskId } from '../../shared/ids.ts';
import { longestUnverifiedSeconds } from '../../shared/session-limits.ts';

/** The name that was typed and the yes that follows belong together; after this they do not. */
export const typedCountsMs = 60_000;

export class TypedNames {
  readonly #now: () => number;
  #last: { readonly askId: AskId; readonly at: number } | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** For exactly this ask; whatever was typed before no longer counts. */
  typed(ask: Ask, text: string): boolean {
    const matches = ask.kind === 'confirm' && ask.typeToAllow === text.trim();
    this.#last = matches ? { askId: ask.askId, at: this.#now() } : null;
    return matches;
  }

  holds({ askId }: Ask): boolean {
    return this.#last?.askId === askId && this.#now() - this.#last.at <= typedCountsMs;
  }
}

/** Null where nothing stands in the way. */
export function whyNotYes(ask: Ask, answer: AskAnswer, typed: TypedNames): string | null {
  if (!isYes(answer)) return null;
  if (ask.kind === 'access') return whyTooLong(ask, answer);
  if (ask.typeToAllow === null || typed.holds(ask)) return null;
  return `Type ${ask.typeToAllow} first. What you type counts for a minute.`;
}

function whyTooLong(ask: Ask, answer: AskAnswer): string | null {
  const isLong = answer.kind === 'allow' && answer.seconds > longestUnverifiedSeconds;
  return isLong && ask.agent.verified === null
    ? 'Which program calls could not be found out, so this is for 15 minutes at most.'
    : null;
}

/** What cannot be had back is looked at each time, whatever a rule could say. */
export const isKeepable = (ask: Ask): ask is ConfirmAsk =>
  ask.kind === 'confirm' && ask.ruleDraft !== null && ask.typeToAllow === null;

/** Conditions for a yes from the ask window, besides a window that stayed undisturbed. */
import { isYes, type Ask, type AskAnswer, type ConfirmAsk } from '../../../shared/asks/asks.ts';
import type { AskId } from '../../../shared/base/ids.ts';
import { needsTypedName } from '../../../shared/asks/part-answers.ts';
import { requiredReading } from '../../../shared/asks/required-reading.ts';
import { longestUnverifiedSeconds } from '../../../shared/access/session-limits.ts';
import { shellText } from '../shell-text.ts';

/** How long a typed name stays valid for the click that follows. */
export const typedCountsMs = 60_000;

export class TypedNames {
  readonly #now: () => number;
  #last: { readonly askId: AskId; readonly at: number } | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** For exactly this ask; text typed before is discarded. */
  typed(ask: Ask, text: string): boolean {
    const matches = ask.kind === 'confirm' && ask.typeToAllow === text.trim();
    this.#last = matches ? { askId: ask.askId, at: this.#now() } : null;
    return matches;
  }

  holds({ askId }: Ask): boolean {
    return this.#last?.askId === askId && this.#now() - this.#last.at <= typedCountsMs;
  }
}

/** The parts of each ask on screen that were seen; parts of other asks are ignored. */
export class SeenParts {
  readonly #parts = new Map<AskId, Set<string>>();

  /** Other asks come up. */
  forget(): void {
    this.#parts.clear();
  }

  seen(askId: AskId, parts: readonly string[]): void {
    const known = this.#parts.get(askId) ?? new Set();
    parts.forEach((part) => known.add(part));
    this.#parts.set(askId, known);
  }

  holdAll(ask: Ask): boolean {
    const seen = this.#parts.get(ask.askId);
    return seen !== undefined && requiredReading(ask).every((part) => seen.has(part));
  }
}

const unread = shellText.notAllSeen;

interface Checks {
  readonly typed: TypedNames;
  readonly seen: SeenParts;
}

/** Null if nothing prevents it. */
export function whyNotYes(ask: Ask, answer: AskAnswer, { typed, seen }: Checks): string | null {
  if (!isYes(answer)) return null;
  if (!seen.holdAll(ask)) return unread;
  if (ask.kind === 'access') return whyTooLong(ask, answer);
  if (ask.typeToAllow === null || typed.holds(ask) || !needsTypedName(ask, answer)) return null;
  return shellText.typeFirst(ask.typeToAllow);
}

function whyTooLong(ask: Ask, answer: AskAnswer): string | null {
  const isLong = answer.kind === 'allow' && answer.seconds > longestUnverifiedSeconds;
  return isLong && ask.agent.verified === null ? shellText.unidentifiedCallerLimit : null;
}

/** Irreversible calls are asked every time, whatever the rules say. */
export const isKeepable = (ask: Ask): ask is ConfirmAsk =>
  ask.kind === 'confirm' &&
  (ask.ruleDraft !== null || ask.family !== undefined || (ask.network?.keep ?? null) !== null) &&
  ask.typeToAllow === null;

/** Which rules speak of a call, and which word of the call each one took. Pure. */
import { isInside } from '../../../shared/inside.ts';
import type { Rule } from '../../../shared/rules.ts';

/** What rules look at: a settled call now, or an entry of the past. */
export interface JudgedCall {
  readonly client: string;
  readonly action: string;
  readonly paths: readonly string[];
  /** Those of them that are moved or removed with all that lies below. */
  readonly trees?: readonly string[];
  /** Null for entries of the past, which exact rules do not speak of. */
  readonly digest: string | null;
}

/** The word of the call that made the rule match; null when it does not. */
export function matchOf(rule: Rule, call: JudgedCall, now: number): string | null {
  if (rule.until !== null && rule.until <= now) return null;
  if (rule.client !== null && rule.client !== call.client) return null;
  if (rule.actions.length > 0 && !rule.actions.some((name) => name === call.action)) return null;
  if (rule.exactly !== null) return rule.exactly === call.digest ? 'the whole call' : null;
  if (rule.within === null) return rule.actions.length > 0 ? call.action : call.client;
  const { within } = rule;
  const inside = call.paths.filter((path) => isInside(path, within));
  // One foot in the folder is enough to be stopped, but not to be let.
  if (rule.effect === 'allow')
    return inside.length === call.paths.length ? (inside[0] ?? null) : null;
  return inside[0] ?? call.trees?.find((tree) => isInside(within, tree)) ?? null;
}

export interface Match {
  readonly rule: Rule;
  readonly token: string;
}

export function strongestMatch(
  rules: readonly Rule[],
  effect: Rule['effect'],
  call: JudgedCall,
  now: number,
): Match | null {
  for (const rule of rules) {
    const token = rule.effect === effect ? matchOf(rule, call, now) : null;
    if (token !== null) return { rule, token };
  }
  return null;
}

/** A call of the past, as far as the record tells it. */
export interface PastCall extends JudgedCall {
  /** Whether `paths` are all that the call was about. */
  readonly whole: boolean;
}

export interface Trial<Call> {
  readonly matched: readonly Call[];
  /** Those that may or may not have been in the folder of the rule. */
  readonly unclear: number;
}

/** Which calls of the past a rule would have spoken of, before it is saved. */
export function tryRule<Call extends PastCall>(
  rule: Rule,
  past: readonly Call[],
  now: number,
): Trial<Call> {
  const matched = past.filter((call) => matchOf(rule, call, now) !== null);
  const anywhere = { ...rule, within: null };
  const unclear = past.filter(
    (call) =>
      !call.whole && matchOf(rule, call, now) === null && matchOf(anywhere, call, now) !== null,
  );
  return { matched, unclear: unclear.length };
}

/**
 * Decides a resolved call by the user's rules. Pure. Deny beats ask beats allow, and nothing lifts
 * a deny. What the session's grant covers is not asked again (covered.ts). Any other call that runs
 * code, destroys something or changes a protected path is confirmed, unless a rule covers exactly
 * that call; a call whose effect is unknown, or that only starts other code, is confirmed even then.
 */
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { ruleSentence, type Rule } from '../../../shared/rules/rules.ts';
import type { AffectedPath, ResolvedCall } from '../call/call.ts';
import { holdsOwnData, ownData } from '../roots/protected-paths.ts';
import { whyCovered } from './covered.ts';
import { reasonsToConfirm, whyInert } from './reasons.ts';
import { strongestMatch, type JudgedCall } from './rules.ts';

/** The rule that decided, the part of the call it matched, and both in a sentence. */
interface Explained {
  readonly rule: string;
  readonly token: string;
  readonly explain: string;
}

export type Verdict = Explained &
  (
    | { readonly kind: 'allow' }
    | { readonly kind: 'ask'; readonly because: readonly string[] }
    | { readonly kind: 'deny'; readonly refusal: Refused }
  );

export interface PolicyInput {
  readonly home: string;
  readonly ownPaths: readonly string[];
  readonly rules: readonly Rule[];
  readonly now: number;
  /** The workbench runs it in the session's sandbox, and the folders can be restored to how they are now. */
  readonly sandboxCovers?: boolean;
}

export function judge(call: ResolvedCall, input: PolicyInput): Verdict {
  for (const place of call.places) {
    const refusal = refusalForOwnData(place, input);
    if (!refusal) continue;
    const explain = `${place.path} belongs to Gatehouse itself.`;
    return { kind: 'deny', rule: 'own-data', token: place.path, explain, refusal };
  }
  const seen = asSeenByRules(call);
  const denied = strongestMatch(input.rules, 'deny', seen, input.now);
  if (denied) {
    const refusal = refused('denied-by-rule', ruleSentence(denied.rule));
    return { kind: 'deny', ...byRule(denied), refusal };
  }
  return verdictWithoutDeny(call, seen, input);
}

/** Includes Gatehouse's own data that would be moved or deleted together with an enclosing folder. */
function refusalForOwnData({ path, use }: AffectedPath, input: PolicyInput): Refused | null {
  const goesAlong = use === 'delete' && holdsOwnData(path, input);
  return goesAlong ? refused('own-data') : ownData(path, input);
}

function verdictWithoutDeny(call: ResolvedCall, seen: JudgedCall, input: PolicyInput): Verdict {
  const covered = whyCovered(call, input);
  const reasons = reasonsToConfirm(call, covered !== null);
  const because = reasons.map(({ sentence }) => sentence);
  const asked = strongestMatch(input.rules, 'ask', seen, input.now);
  if (asked) {
    const why = `One of your rules requires it: ${ruleSentence(asked.rule)}`;
    return { kind: 'ask', ...byRule(asked), because: [why, ...because] };
  }
  const [strongest] = reasons;
  const lifting = strongest ? rulesForExactly(call, input.rules) : input.rules;
  const allowed = strongestMatch(lifting, 'allow', seen, input.now);
  if (allowed) return { kind: 'allow', ...byRule(allowed) };
  if (strongest) {
    const { token, sentence } = strongest;
    return {
      kind: 'ask',
      rule: 'confirm',
      token: token || call.action,
      explain: sentence,
      because,
    };
  }
  const rule = `scope ${call.scopes.join(' ')}`;
  return { kind: 'allow', rule, token: call.action, explain: covered ?? whyInert(call) };
}

/** Not even an exact rule covers a call that may do something different next time. */
function rulesForExactly({ command, plan }: ResolvedCall, rules: readonly Rule[]): readonly Rule[] {
  if (command?.keep === 'once' || plan === 'unknown') return [];
  return rules.filter((rule) => rule.exactly !== null);
}

const byRule = ({ rule, token }: { readonly rule: Rule; readonly token: string }): Explained => ({
  rule: rule.ruleId,
  token,
  explain: `${ruleSentence(rule)} It matches ${token}.`,
});

export const asSeenByRules = (call: ResolvedCall): JudgedCall => ({
  client: call.agent.clientId,
  action: call.action,
  paths: call.places.map((place) => place.path),
  trees: call.places.filter(({ use }) => use === 'delete').map((place) => place.path),
  digest: call.digest,
});

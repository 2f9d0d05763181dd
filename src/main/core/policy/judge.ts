/**
 * Pure: the settled call and the owner's rules in, the verdict out. Deny beats ask beats allow,
 * nothing lifts a deny, and what runs code, destroys or touches a protected place is always
 * confirmed unless a rule of the owner covers exactly that call. What cannot be told, and what
 * only hands on to other code, is confirmed even then.
 */
import { refused, type Refused } from '../../../shared/outcomes.ts';
import { ruleSentence, type Rule } from '../../../shared/rules.ts';
import type { Place, SettledCall } from '../gate/calls.ts';
import { holdsOwnData, ownData } from '../roots/protected-paths.ts';
import { reasonsToConfirm } from './reasons.ts';
import { strongestMatch, type JudgedCall } from './rules.ts';

/** Which rule, which word of the call it took, and that in a sentence. */
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

export interface House {
  readonly home: string;
  readonly ownPlaces: readonly string[];
  readonly rules: readonly Rule[];
  readonly now: number;
}

export function judge(call: SettledCall, house: House): Verdict {
  for (const place of call.places) {
    const refusal = ofOurOwn(place, house);
    if (!refusal) continue;
    const explain = `${place.path} belongs to Gatehouse itself.`;
    return { kind: 'deny', rule: 'own-data', token: place.path, explain, refusal };
  }
  const seen = asSeenByRules(call);
  const denied = strongestMatch(house.rules, 'deny', seen, house.now);
  if (denied) {
    const refusal = refused('denied-by-rule', ruleSentence(denied.rule));
    return { kind: 'deny', ...byRule(denied), refusal };
  }
  return softVerdict(call, seen, house);
}

/** Also when it would be moved or removed together with a folder around it. */
function ofOurOwn({ path, use }: Place, house: House): Refused | null {
  const goesAlong = use === 'delete' && holdsOwnData(path, house);
  return goesAlong ? refused('own-data') : ownData(path, house);
}

function softVerdict(call: SettledCall, seen: JudgedCall, house: House): Verdict {
  const reasons = reasonsToConfirm(call);
  const because = reasons.map(({ sentence }) => sentence);
  const asked = strongestMatch(house.rules, 'ask', seen, house.now);
  if (asked) {
    const why = `A rule of yours says so: ${ruleSentence(asked.rule)}`;
    return { kind: 'ask', ...byRule(asked), because: [why, ...because] };
  }
  const [weightiest] = reasons;
  const lifting = weightiest ? rulesForExactly(call, house.rules) : house.rules;
  const allowed = strongestMatch(lifting, 'allow', seen, house.now);
  if (allowed) return { kind: 'allow', ...byRule(allowed) };
  if (weightiest) {
    const { token, sentence } = weightiest;
    return {
      kind: 'ask',
      rule: 'confirm',
      token: token || call.action,
      explain: sentence,
      because,
    };
  }
  const rule = `scope ${call.scopes.join(' ')}`;
  return { kind: 'allow', rule, token: call.action, explain: '' };
}

/** Not even an exact rule speaks of what may do something else the next time. */
function rulesForExactly({ command, plan }: SettledCall, rules: readonly Rule[]): readonly Rule[] {
  if (command?.keep === 'once' || plan === 'unknown') return [];
  return rules.filter((rule) => rule.exactly !== null);
}

const byRule = ({ rule, token }: { readonly rule: Rule; readonly token: string }): Explained => ({
  rule: rule.ruleId,
  token,
  explain: `${ruleSentence(rule)} It speaks of ${token}.`,
});

export const asSeenByRules = (call: SettledCall): JudgedCall => ({
  client: call.agent.clientId,
  action: call.action,
  paths: call.places.map((place) => place.path),
  trees: call.places.filter(({ use }) => use === 'delete').map((place) => place.path),
  digest: call.digest,
});

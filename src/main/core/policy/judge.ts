/**
 * Pure: the settled call and the owner's rules in, the verdict out. Deny beats ask beats allow,
 * nothing lifts a deny, and what runs code, destroys or touches a protected place is always
 * confirmed unless a rule of the owner covers exactly that call.
 */
import { refused, type Refused } from '../../../shared/outcomes.ts';
import type { Rule } from '../../../shared/rules.ts';
import type { Place, SettledCall } from '../gate/calls.ts';
import { holdsOwnData, ownData } from '../roots/protected-paths.ts';
import { strongestMatch, type JudgedCall } from './rules.ts';

export type Verdict =
  | {
      readonly kind: 'allow';
      readonly rule: string;
      readonly token: string;
      readonly used: string | null;
    }
  | {
      readonly kind: 'ask';
      readonly rule: string;
      readonly token: string;
      readonly because: readonly string[];
    }
  | {
      readonly kind: 'deny';
      readonly rule: string;
      readonly token: string;
      readonly refusal: Refused;
    };

export interface House {
  readonly home: string;
  readonly ownPlaces: readonly string[];
  readonly rules: readonly Rule[];
  readonly now: number;
}

export function judge(call: SettledCall, house: House): Verdict {
  for (const place of call.places) {
    const refusal = ofOurOwn(place, house);
    if (refusal) return { kind: 'deny', rule: 'own-data', token: place.path, refusal };
  }
  const seen = asSeenByRules(call);
  const denied = strongestMatch(house.rules, 'deny', seen, house.now);
  if (denied) {
    const { rule, token } = denied;
    return { kind: 'deny', rule: rule.ruleId, token, refusal: refused('denied-by-rule') };
  }
  return softVerdict(call, seen, house);
}

/** Also when it would be moved or removed together with a folder around it. */
function ofOurOwn({ path, use }: Place, house: House): Refused | null {
  const goesAlong = use === 'delete' && holdsOwnData(path, house);
  return goesAlong ? refused('own-data') : ownData(path, house);
}

function softVerdict(call: SettledCall, seen: JudgedCall, house: House): Verdict {
  const because = reasonsToConfirm(call);
  const asked = strongestMatch(house.rules, 'ask', seen, house.now);
  if (asked) {
    const { rule, token } = asked;
    return {
      kind: 'ask',
      rule: rule.ruleId,
      token,
      because: ['A rule of yours says so.', ...because],
    };
  }
  const exact = house.rules.filter((rule) => rule.exactly !== null);
  const allowed = strongestMatch(
    because.length > 0 ? exact : house.rules,
    'allow',
    seen,
    house.now,
  );
  if (allowed) {
    const { rule, token } = allowed;
    return { kind: 'allow', rule: rule.ruleId, token, used: rule.ruleId };
  }
  if (because.length > 0) return { kind: 'ask', rule: 'confirm', token: call.action, because };
  return { kind: 'allow', rule: `scope ${call.scopes.join(' ')}`, token: call.action, used: null };
}

/** The weightiest first. */
function reasonsToConfirm(call: SettledCall): readonly string[] {
  const protectedPlaces = call.places
    .filter((place) => place.use !== 'read' && place.use !== 'list' && place.protection)
    .map((place) => `${place.path}: ${place.protection?.effect ?? ''}`);
  const linked = call.places
    .filter((place) => (place.use === 'write' || place.use === 'create') && place.links > 1)
    .map((place) => `${place.path} has another name elsewhere; a change shows there too.`);
  const kinds = {
    read: [],
    write: [],
    run: ['It runs code.'],
    destroy: ['It destroys something.'],
  } as const;
  return [...protectedPlaces, ...linked, ...kinds[call.kind]];
}

export const asSeenByRules = (call: SettledCall): JudgedCall => ({
  client: call.agent.clientId,
  action: call.action,
  paths: call.places.map((place) => place.path),
  digest: call.digest,
});

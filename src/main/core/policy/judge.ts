/** Pure: the settled call in, the verdict out. A deny is never lifted. */
import { actions } from '../../../shared/actions.ts';
import { refused, type Refused } from '../../../shared/outcomes.ts';
import type { SettledCall } from '../gate/calls.ts';
import type { Places } from '../roots/grantable.ts';
import { isInside } from '../../../shared/inside.ts';

export type Verdict =
  | { readonly kind: 'allow'; readonly rule: string }
  | { readonly kind: 'deny'; readonly rule: string; readonly refusal: Refused };

export function judge(call: SettledCall, places: Places): Verdict {
  if (isInside(call.args.path, places.dataDir)) {
    return { kind: 'deny', rule: 'own-data', refusal: refused('own-data') };
  }
  return { kind: 'allow', rule: `scope ${actions[call.action].scope}` };
}

/**
 * A line without the parts that the user left out. What remains is joined as it stands: `a && b && c` without `b`
 * is `a && c`. The result is a call of its own, which runs and is recorded instead of the whole line.
 */
import type { ResolvedCall } from '../call/call.ts';
import { frozen, type IntakeNeeds } from './resolve-call.ts';
import { eachOnce, joined, keyOf } from './resolve-parts.ts';

/** `allowed` holds the places of the parts in the line; AskQueue has checked that they fit. */
export function onlyParts(
  call: ResolvedCall,
  allowed: readonly number[],
  needs: IntakeNeeds,
): ResolvedCall {
  const { command, digest: _digest, ...rest } = call;
  const { each, parts, sandbox, whyNotSandboxed } = command ?? {};
  if (!each || !parts || allowed.length === parts.length) return call;
  const isAllowed = (_: unknown, at: number): boolean => allowed.includes(at);
  const kept = parts.filter(isAllowed);
  const last = kept.length - 1;
  const ended = kept.map((part, at) => (at === last ? { ...part, join: 'none' as const } : part));
  const named = new Set(each.flatMap(({ places }) => places.map(keyOf)));
  const left = each.filter(isAllowed);
  const ofLine = call.places.filter((place) => !named.has(keyOf(place)));
  const places = eachOnce([...ofLine, ...left.flatMap((item) => item.places)]);
  const leftOut = parts.filter((_, at) => !allowed.includes(at)).map(({ argv }) => argv.join(' '));
  const judged = {
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(whyNotSandboxed === undefined ? {} : { whyNotSandboxed }),
  };
  const line = { ...joined(ended, left), ...judged, leftOut: Object.freeze(leftOut) };
  return frozen({ ...rest, places, command: Object.freeze(line) }, needs);
}

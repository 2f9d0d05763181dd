/** What "Same as last time" would grant. It never grants more than was granted before. Pure. */
import type { LastTime, StandingOffer } from '../../../shared/access/remembered.ts';
import type { Scope } from '../../../shared/access/scopes.ts';
import type { PastGrant } from './past-grants.ts';

export interface Requested {
  readonly scopes: readonly Scope[];
  readonly seconds: number;
}

/** Null when the request is for more than was requested last time, or nothing of it was granted. */
export function lastTimeOf(
  past: PastGrant,
  { scopes, seconds }: Requested,
  standing: StandingOffer,
): LastTime | null {
  const granted = new Map(past.granted.map((item) => [item.scope, item]));
  const longest = Math.max(past.requestedSeconds, ...past.granted.map((item) => item.seconds));
  const isMore = scopes.some((scope) => !past.requested.includes(scope));
  if (isMore || seconds > longest) return null;
  const given = scopes.filter((scope) => granted.has(scope));
  const isUnused = (scope: Scope): boolean => granted.get(scope)?.wasUsed === false;
  const offered = given.filter((scope) => !isUnused(scope));
  if (offered.length === 0) return null;
  return {
    scopes: offered,
    // The shortest of them, so that no scope is granted for longer than before.
    seconds: Math.min(...offered.map((scope) => granted.get(scope)?.seconds ?? longest)),
    grantedAt: past.at,
    unused: given.filter(isUnused),
    leftOut: scopes.filter((scope) => !granted.has(scope)),
    standing,
  };
}

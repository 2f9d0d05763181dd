/**
 * Scopes of a session that end before it does. A step-up in the same folders joins the session, and
 * each scope keeps the deadline it was granted with. Pure.
 */
import { allScopes, type Scope } from '../../../shared/access/scopes.ts';
import { isBefore, remaining, type Moment } from './session-lifetime.ts';

/** Of the scopes that end before the session. */
export type ScopeDeadlines = ReadonlyMap<Scope, Moment>;

export const noScopeDeadlines: ScopeDeadlines = new Map();

interface ScopeGrant {
  readonly scopes: readonly Scope[];
  readonly deadline: Moment;
  readonly ends: ScopeDeadlines;
}

/** The same session with more scopes, or with some of them for longer. */
export function widened(
  { scopes, deadline: old, ends }: ScopeGrant,
  more: { readonly scopes: readonly Scope[]; readonly until: Moment },
): ScopeGrant {
  const deadline = isBefore(old, more.until) ? more.until : old;
  const endOf = (scope: Scope): Moment => {
    const before = scopes.includes(scope) ? (ends.get(scope) ?? old) : null;
    if (!more.scopes.includes(scope)) return before ?? old;
    return before && isBefore(more.until, before) ? before : more.until;
  };
  const all = allScopes.filter((scope) => scopes.includes(scope) || more.scopes.includes(scope));
  const early = all.filter((scope) => isBefore(endOf(scope), deadline));
  return { scopes: all, deadline, ends: new Map(early.map((scope) => [scope, endOf(scope)])) };
}

export const expiredScopes = (ends: ScopeDeadlines, now: Moment): readonly Scope[] =>
  [...ends].filter(([, end]) => remaining(end, now) <= 0).map(([scope]) => scope);

/** Infinity when no scope ends early. */
export const msToFirstEnd = (ends: ScopeDeadlines, now: Moment): number =>
  Math.min(...[...ends.values()].map((end) => remaining(end, now)));

/** By wall clock, for people. */
export const scopeEndsOf = (ends: ScopeDeadlines): Readonly<Partial<Record<Scope, number>>> =>
  Object.fromEntries([...ends].map(([scope, { wallClock }]) => [scope, wallClock]));

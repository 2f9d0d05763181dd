import type { Session } from '../../shared/access/access.ts';
import { needsFolder, type Scope } from '../../shared/access/scopes.ts';
import { count } from '../text/counting.ts';

/** What was unticked; whatever else the session holds stays. */
export interface TakenAway {
  readonly scopes: readonly Scope[];
  readonly roots: readonly string[];
}

export interface Rest {
  readonly scopes: readonly Scope[];
  readonly roots: readonly string[];
}

/** Counted from what the session holds now: it may have become smaller meanwhile. */
export const restOf = (session: Session, taken: TakenAway): Rest => ({
  scopes: session.scopes.filter((scope) => !taken.scopes.includes(scope)),
  roots: session.roots.map(({ path }) => path).filter((path) => !taken.roots.includes(path)),
});

export const isEmpty = ({ scopes, roots }: Rest): boolean =>
  scopes.length === 0 || (roots.length === 0 && needsFolder(scopes));

export const isWhole = (session: Session, { scopes, roots }: Rest): boolean =>
  scopes.length === session.scopes.length && roots.length === session.roots.length;

/** "3 scopes in 1 folder", or "1 scope" of what needs none. */
export const restWords = ({ scopes, roots }: Rest): string => {
  const rights = count(scopes.length, 'scope');
  return roots.length === 0 ? rights : `${rights} in ${count(roots.length, 'folder')}`;
};

export function narrowLabel(session: Session, rest: Rest): string {
  if (isWhole(session, rest)) return 'Clear what to remove';
  return isEmpty(rest) ? 'Nothing selected: revoke the session instead' : `Keep ${restWords(rest)}`;
}

import { inScopeOrder, scopeInfo, type Scope } from '../../shared/access/scopes.ts';

export interface ScopeGroup {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** In catalogue order, whatever order the agent asked in. */
export function scopeGroups(wanted: readonly Scope[]): readonly ScopeGroup[] {
  return [...Map.groupBy(inScopeOrder(wanted), (scope) => scopeInfo(scope).group)].map(
    ([name, members]) => ({
      name,
      scopes: members,
    }),
  );
}

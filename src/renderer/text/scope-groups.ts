import { allScopes, scopes, type Scope } from '../../shared/access/scopes.ts';

export interface ScopeGroup {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/** In catalogue order, whatever order the agent asked in. */
export function scopeGroups(wanted: readonly Scope[]): readonly ScopeGroup[] {
  const ordered = allScopes.filter((scope) => wanted.includes(scope));
  return [...Map.groupBy(ordered, (scope) => scopes[scope].group)].map(([name, members]) => ({
    name,
    scopes: members,
  }));
}

/**
 * The things that an access ask is about. Each scope belongs to one of them, so that the user
 * decides about a few rows and not about forty scopes.
 */
import { inScopeOrder, scopeInfo, serverOfScope, type Risk, type Scope } from './scopes.ts';

/** In the order in which they are read. */
export const capabilities = ['read', 'edit', 'run', 'network', 'servers', 'delete'] as const;
export type Capability = (typeof capabilities)[number];

const ofRisk: Readonly<Record<Risk, Capability>> = {
  look: 'read',
  change: 'edit',
  run: 'run',
  destroy: 'delete',
};

/** Where the risk alone would put it into the wrong row: what leaves the folder, and what runs code. */
const exceptions: Readonly<Partial<Record<Scope, Capability>>> = {
  'browser:tools': 'network',
  'backend:read': 'network',
  'backend:send': 'network',
  'manage:plugins': 'run',
};

export const capabilityOf = (scope: Scope): Capability =>
  serverOfScope(scope) === null ? (exceptions[scope] ?? ofRisk[scopeInfo(scope).risk]) : 'servers';

export interface CapabilityGroup {
  readonly capability: Capability;
  /** In catalogue order, whatever order the agent asked in. */
  readonly scopes: readonly Scope[];
}

/** Only the rows that something was asked of. */
export function capabilityGroups(wanted: readonly Scope[]): readonly CapabilityGroup[] {
  const ordered = inScopeOrder(wanted);
  return capabilities.flatMap((capability) => {
    const members = ordered.filter((scope) => capabilityOf(scope) === capability);
    return members.length === 0 ? [] : [{ capability, scopes: members }];
  });
}

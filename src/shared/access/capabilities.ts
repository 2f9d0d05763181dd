/**
 * The capabilities that an access ask lists. Each scope belongs to one, so that the user decides
 * about a few rows instead of forty scopes.
 */
import { inScopeOrder, scopeInfo, serverOfScope, type Risk, type Scope } from './scopes.ts';

/** In reading order. */
export const capabilities = ['read', 'edit', 'run', 'network', 'servers', 'delete'] as const;
export type Capability = (typeof capabilities)[number];

const ofRisk: Readonly<Record<Risk, Capability>> = {
  look: 'read',
  change: 'edit',
  run: 'run',
  destroy: 'delete',
};

/**
 * Scopes whose risk alone would put them into the wrong row: what leaves the folder, and what runs
 * code.
 */
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
  /** In catalogue order, whatever order the agent used. */
  readonly scopes: readonly Scope[];
}

/** Only capabilities that were requested. */
export function capabilityGroups(wanted: readonly Scope[]): readonly CapabilityGroup[] {
  const ordered = inScopeOrder(wanted);
  return capabilities.flatMap((capability) => {
    const members = ordered.filter((scope) => capabilityOf(scope) === capability);
    return members.length === 0 ? [] : [{ capability, scopes: members }];
  });
}

/**
 * What an access ask offers because of the user's roles. A role only ever selects part of the
 * request.
 */
import type { Scope } from './scopes.ts';

/** A role as a preset: the part of the request that it includes. */
export interface RoleOffer {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly roots: readonly string[];
  /** The client has this role, so it is preselected. */
  readonly isOwn: boolean;
}

/**
 * The part of the request that is not asked about, because the client may never exceed its role.
 */
export interface RoleCut {
  readonly role: string;
  readonly scopes: readonly Scope[];
  readonly roots: readonly string[];
}

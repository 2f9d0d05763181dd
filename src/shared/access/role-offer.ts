/** What an access ask offers because of the user's roles. It only ever selects a part of what was requested. */
import type { Scope } from './scopes.ts';

/** A role as a preset: the part of the request that it includes. */
export interface RoleOffer {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly roots: readonly string[];
  /** The client has this role, so it is selected at first. */
  readonly isOwn: boolean;
}

/** What was requested and is not asked about, because the client may never have more than its role. */
export interface RoleCut {
  readonly role: string;
  readonly scopes: readonly Scope[];
  readonly roots: readonly string[];
}

/** IPC between main and its window about roles. */
import { z } from 'zod';
import { RoleDraft, type Role } from '../access/roles.ts';
import { ClientId } from '../base/ids.ts';

export interface RolesSnapshot {
  /** Left out if there are none. */
  readonly roles?: readonly Role[];
}

const roleId = z.uuid();

export const roleCommands = {
  'roles:save': z.strictObject({ draft: RoleDraft, roleId: roleId.nullable() }),
  'roles:remove': z.strictObject({ roleId }),
  /** Undoes a removal made since the app started. */
  'roles:restore': z.strictObject({ roleId }),
  /** Null removes the client's role. */
  'roles:assign': z.strictObject({ client: ClientId, roleId: roleId.nullable() }),
  /** Main asks for the file to write. */
  'roles:export': z.undefined(),
  /** Main asks for the file, and shows in a system dialog what it would change. */
  'roles:import': z.undefined(),
} as const;

export type RoleReceipt = { readonly done: true } | { readonly done: false; readonly why: string };

export type RoleFileReceipt =
  | { readonly kind: 'done'; readonly file: string; readonly amount: number }
  | { readonly kind: 'not-chosen' }
  | { readonly kind: 'failed'; readonly why: string };

export interface RoleReplies {
  'roles:save': RoleReceipt;
  'roles:remove': RoleReceipt;
  'roles:restore': RoleReceipt;
  'roles:assign': RoleReceipt;
  'roles:export': RoleFileReceipt;
  'roles:import': RoleFileReceipt;
}

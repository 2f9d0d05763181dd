/**
 * Roles: named sets of scopes, folders and rules that the user assigns to clients. A role grants nothing:
 * it is a preset in the ask, its rules deny or ask, and it may be a limit.
 */
import { z } from 'zod';
import { ClientId } from '../base/ids.ts';
import { isInside } from '../files/inside.ts';
import { actionName } from '../rules/rules.ts';
import { savedScopes, scopeName } from './access.ts';

export const mostRoles = 50;
export const longestRoleName = 40;
/** Larger files are not read. */
export const longestRoleFile = 1024 * 1024;

const folder = z.string().min(1).max(4096);

const RoleRule = z.strictObject({
  effect: z.enum(['ask', 'deny']),
  /** Empty: all actions. */
  actions: z.array(actionName).max(64).readonly(),
  /** Null: anywhere. */
  within: folder.nullable(),
});
export type RoleRule = z.infer<typeof RoleRule>;

const roleName = z
  .string()
  .trim()
  .max(longestRoleName)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u, 'Use letters, digits, spaces, dots and dashes.');

/** What the user enters, and what a role file contains. */
export const RoleDraft = z.strictObject({
  name: roleName,
  scopes: z.array(scopeName).min(1).max(64).readonly(),
  /** Empty: any folder. */
  folders: z.array(folder).max(32).readonly(),
  rules: z.array(RoleRule).max(50).readonly(),
  /** Its clients are never granted more than this. */
  isLimit: z.boolean(),
});
export type RoleDraft = z.infer<typeof RoleDraft>;

export const Role = RoleDraft.extend({
  scopes: savedScopes,
  roleId: z.uuid(),
  /** A client has at most one role. */
  clients: z.array(ClientId).max(100).readonly(),
  changedAt: z.int(),
});
export type Role = z.infer<typeof Role>;

export const RoleList = z.array(Role).max(mostRoles).readonly();

/**
 * The file that roles are exported to. It names no clients, because client names belong to one
 * computer.
 */
export const RoleFile = z.strictObject({
  format: z.literal('gatehouse-roles'),
  version: z.literal(1),
  roles: z.array(RoleDraft).min(1).max(mostRoles).readonly(),
});
export type RoleFile = z.infer<typeof RoleFile>;

/** Without the additional fields of a saved role. */
export const draftFields = ({ name, scopes, folders, rules, isLimit }: RoleDraft): RoleDraft => ({
  name,
  scopes,
  folders,
  rules,
  isLimit,
});

export const roleFileOf = (roles: readonly RoleDraft[]): RoleFile => ({
  format: 'gatehouse-roles',
  version: 1,
  roles: roles.map(draftFields),
});

/** The roles in a file's text, or why it contains none. */
export function readRoleFile(
  text: string,
): { readonly roles: readonly RoleDraft[] } | { readonly why: string } {
  try {
    const parsed = RoleFile.safeParse(JSON.parse(text));
    if (parsed.success) return { roles: parsed.data.roles };
    const [issue] = parsed.error.issues;
    return { why: `This is not a file of roles: ${issue?.path.join('.')} ${issue?.message}` };
  } catch {
    return { why: 'This is not a file of roles: it is not JSON.' };
  }
}

export const isFolderOfRole = ({ folders }: Pick<RoleDraft, 'folders'>, path: string): boolean =>
  folders.length === 0 || folders.some((item) => isInside(path, item));

/**
 * Whether a client could do more with the second role than with the first; null means no role.
 */
export function isWider(before: RoleDraft | null, after: RoleDraft | null): boolean {
  if (!before) return false;
  if (!after) return before.isLimit || before.rules.length > 0;
  const isKept = (rule: RoleRule): boolean => after.rules.some((item) => isAtLeast(item, rule));
  if (!before.rules.every(isKept)) return true;
  return before.isLimit && !isWithin(after, before);
}

function isWithin(part: RoleDraft, whole: RoleDraft): boolean {
  if (!part.isLimit || part.scopes.some((scope) => !whole.scopes.includes(scope))) return false;
  if (whole.folders.length === 0) return true;
  return part.folders.length > 0 && part.folders.every((path) => isFolderOfRole(whole, path));
}

/** The same calls, and at least as strict. */
const isAtLeast = (item: RoleRule, rule: RoleRule): boolean =>
  item.within === rule.within &&
  (item.effect === 'deny' || rule.effect === 'ask') &&
  item.actions.length === rule.actions.length &&
  item.actions.every((name) => rule.actions.includes(name));

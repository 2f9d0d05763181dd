/** What remains of a session when the user removes scopes or folders. Pure. */
import type { Root, Session } from '../../../shared/access/access.ts';
import { isInside } from '../../../shared/files/inside.ts';
import { needsFolder, type Scope } from '../../../shared/access/scopes.ts';

export interface Narrowing {
  readonly scopes?: readonly Scope[];
  readonly roots?: readonly string[];
}

/** Null when nothing remains. Never adds anything; a sub-session may keep a folder inside a kept one. */
export function narrowed(
  session: Session,
  to: Narrowing,
): { readonly scopes: readonly Scope[]; readonly roots: readonly Root[] } | null {
  const scopes = session.scopes.filter((scope) => to.scopes?.includes(scope) ?? true);
  const roots = session.roots.filter(
    (root) => to.roots?.some((kept) => isInside(root.path, kept)) ?? true,
  );
  const isNothing = scopes.length === 0 || (roots.length === 0 && needsFolder(scopes));
  return isNothing ? null : { scopes, roots };
}

/** What is left of a session when scopes or folders are taken away. Pure. */
import type { Root, Session } from '../../../shared/access/access.ts';
import { isInside } from '../../../shared/files/inside.ts';
import { needsFolder, type Scope } from '../../../shared/access/scopes.ts';

export interface Narrowing {
  readonly scopes?: readonly Scope[];
  readonly roots?: readonly string[];
}

/** Null when nothing is left. Names it does not hold give nothing; a part may hold a folder inside. */
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

/**
 * Says whether a change at a resolved path has an effect beyond its bytes, by its name or by the
 * git folders around it.
 */
import type { PathUse } from '../../../shared/actions/actions.ts';
import type { GitMark, Needs, ResolvedPath } from '../dependencies.ts';
import { gitProtection } from './git-structure.ts';
import { protectionOf, protectsTree, type Protection } from './protected-paths.ts';

type ProtectionNeeds = Pick<Needs, 'home' | 'ownPaths' | 'settings'>;

interface HowChanged {
  readonly use: PathUse;
  /** It is moved, removed or made as a whole tree. */
  readonly isTree: boolean;
  readonly alsoMade?: ReadonlyMap<string, ReadonlySet<GitMark>>;
}

export function protectionAt(
  { path, git }: ResolvedPath,
  { use, isTree, alsoMade }: HowChanged,
  needs: ProtectionNeeds,
): Protection | null {
  const protect = isTree ? protectsTree : protectionOf;
  const byName = protect(path, needs, needs.settings.protectedNames);
  if (byName || use === 'read' || use === 'list') return byName;
  const change = { path, removes: use === 'delete', ...(alsoMade ? { alsoMade } : {}) };
  return gitProtection(change, git);
}

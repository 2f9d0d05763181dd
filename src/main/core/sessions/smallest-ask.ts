/** The least access that would run some calls. Pure. */
import { isInside } from '../../../shared/files/inside.ts';
import { inScopeOrder, needsFolder, type Scope } from '../../../shared/access/scopes.ts';
import { notGrantable, rootWarning, type HomeAndOwnPaths } from '../roots/grantable.ts';

/** What a call needs, whichever session holds it. */
export interface PlannedCall {
  readonly scopes: readonly Scope[];
  readonly paths: readonly string[];
  /** The folder of each path by its name alone. */
  readonly folders?: readonly string[];
}

export interface SmallestAsk {
  readonly scopes: readonly Scope[];
  readonly roots: readonly string[];
}

interface Folders {
  /** The folder to ask for on behalf of a path; null when there is none. */
  readonly around: (path: string) => string | null;
  /** For calls that name no path. */
  readonly otherwise: readonly string[];
  readonly places: HomeAndOwnPaths;
}

/**
 * Null when nothing sensible can be asked: no call names a folder, or a folder would be one that
 * is never given or that deserves a warning, which an agent must ask for in words of its own.
 */
export function smallestAsk(calls: readonly PlannedCall[], folders: Folders): SmallestAsk | null {
  const named = calls.flatMap(({ paths }) => paths.map((path) => folders.around(path)));
  const isUnplaced = calls.some(({ paths, scopes }) => paths.length === 0 && needsFolder(scopes));
  // A call that names no path works in the folders that the others name.
  const found = isUnplaced ? [...named, ...folders.otherwise] : named;
  if (calls.length === 0 || (found.length === 0 && isUnplaced)) return null;
  if (found.some((root) => root === null || isSensitive(root, folders.places))) return null;
  return {
    scopes: inScopeOrder(calls.flatMap((call) => call.scopes)),
    roots: outermost(found.filter((root) => root !== null)),
  };
}

const isSensitive = (root: string, places: HomeAndOwnPaths): boolean =>
  notGrantable(root, places) !== null || rootWarning(root, places) !== null;

function outermost(roots: readonly string[]): readonly string[] {
  const each = [...new Set(roots)];
  return each.filter((root) => !each.some((other) => other !== root && isInside(root, other)));
}

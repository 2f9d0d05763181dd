/** Resolves the paths that a command names, and checks that they are in folders of the session. */
import type { Root } from '../../../shared/access/access.ts';
import type { PathUse } from '../../../shared/actions/actions.ts';
import { isInside } from '../../../shared/files/inside.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { CommandClass, NamedPath, PathAccess } from '../commands/command-class.ts';
import type { Needs, ResolvedPath } from '../dependencies.ts';
import { protectionAt, holdsOwnData, ownData } from '../roots/protected-paths.ts';
import type { CommandEffect, AffectedPath } from '../call/call.ts';

export type PathNeeds = Pick<Needs, 'paths' | 'home' | 'ownPaths' | 'settings'>;

export interface CommandPaths {
  readonly places: readonly AffectedPath[];
  /** Paths outside the session's folders that the user is asked about. */
  readonly outside: readonly CommandEffect[];
}

/**
 * A certain path must be in the session's folders, like that of any other action; system files may
 * be read. If a word that only looks like a path is outside, it is shown to the user.
 */
export function placesNamed(
  read: Pick<CommandClass, 'directories' | 'paths'>,
  roots: readonly Root[],
  needs: PathNeeds,
  how: 'surely' | 'loosely' = 'surely',
): CommandPaths | Refused {
  const places: AffectedPath[] = [];
  const outside: CommandEffect[] = [];
  for (const named of eachOnce([...read.directories, ...read.paths])) {
    const own = ofOurOwn(named, needs);
    if (own) return own;
    const place = placeNamed(named, roots, needs);
    if (!isError(place)) places.push(place);
    else if (mustRefuse(place, named, how)) return sayingWhich(place, named);
    else outside.push(asEffect(named));
  }
  return { places, outside };
}

function eachOnce(all: readonly NamedPath[]): readonly NamedPath[] {
  const seen = new Map<string, NamedPath>();
  for (const item of all) {
    const key = `${item.access}\0${item.path}`;
    // One certain mention makes the path certain.
    if (!seen.has(key) || !item.loose) seen.set(key, item);
  }
  return [...seen.values()];
}

function ofOurOwn({ path, access }: NamedPath, needs: PathNeeds): Refused | null {
  const goesAlong = access === 'delete' && holdsOwnData(path, needs);
  return goesAlong ? refused('own-data') : ownData(path, needs);
}

const uses: Readonly<Record<PathAccess, PathUse>> = {
  read: 'read',
  run: 'read',
  write: 'write',
  delete: 'delete',
  directory: 'list',
};

function placeNamed(
  { path, access }: NamedPath,
  roots: readonly Root[],
  needs: PathNeeds,
): AffectedPath | Refused {
  const use = uses[access];
  // The path need not exist: the program decides that, and an earlier command of the line may create it.
  const there = use === 'list' ? needs.paths.resolve(path, roots, 'list') : null;
  const resolved =
    there && !(isError(there) && there.code === 'not-found')
      ? there
      : needs.paths.resolve(path, roots, 'create');
  return isError(resolved) ? resolved : asPlace(resolved, use, needs);
}

function asPlace(resolved: ResolvedPath, use: PathUse, needs: PathNeeds): AffectedPath {
  const isTree = use === 'delete' || (use === 'write' && resolved.kind !== 'file');
  const protection = protectionAt(resolved, { use, isTree }, needs);
  return Object.freeze({ ...resolved, use, protection });
}

function mustRefuse(
  { code }: Refused,
  { path, access, loose, inside }: NamedPath,
  how: 'surely' | 'loosely',
): boolean {
  if (code === 'root-changed') return true;
  // The name is inside but the real path is not: a link leads out.
  if (code === 'outside-roots' && inside) return true;
  if (loose || how === 'loosely') return false;
  if (code !== 'outside-roots') return true;
  // The program was resolved before, and its path is shown.
  if (access === 'run') return false;
  return access !== 'read' || !ofTheSystem.some((folder) => isInside(path, folder));
}

/** Readable by every user of the machine, and read by ordinary programs. */
const ofTheSystem = ['/usr', '/etc', '/lib', '/lib64', '/bin', '/sbin', '/opt', '/nix', '/System'];

/** A separate code, because access to the call's folder would not help. */
function sayingWhich({ code }: Refused, { path }: NamedPath): Refused {
  const which = code === 'outside-roots' ? 'command-outside' : code;
  return refused(which, `It names ${path.slice(0, 200)}.`);
}

const asEffect = ({ path, access, token, loose }: NamedPath): CommandEffect => ({
  effect: access === 'read' || access === 'run' ? 'reads' : 'writes',
  word: token.text,
  sentence: `${path.slice(0, 200)} lies outside the folders of the session${loose ? ', if it is a path' : ''}`,
  isOutside: true,
});

/** The places that a command names, each as it really is, and whether they are the session's. */
import type { Root } from '../../../shared/access/access.ts';
import type { PathUse } from '../../../shared/actions/actions.ts';
import { isInside } from '../../../shared/files/inside.ts';
import { isError, refused, type Refused } from '../../../shared/actions/outcomes.ts';
import type { CommandClass, NamedPath, PathAccess } from '../commands/command-class.ts';
import type { Needs, ResolvedPath } from '../dependencies.ts';
import { protectionAt } from '../roots/path-protection.ts';
import { holdsOwnData, ownData } from '../roots/protected-paths.ts';
import type { CommandEffect, AffectedPath } from '../call/call.ts';

export type PlaceNeeds = Pick<Needs, 'paths' | 'home' | 'ownPaths' | 'settings'>;

export interface NamedPlaces {
  readonly places: readonly AffectedPath[];
  /** What lies outside and is put to the person all the same. */
  readonly outside: readonly CommandEffect[];
}

/**
 * What surely is a place must lie in the folders of the session, as for any other action; files of
 * the system may be read. What only looks like a path is told to the person when it lies outside.
 */
export function placesNamed(
  read: Pick<CommandClass, 'directories' | 'paths'>,
  roots: readonly Root[],
  needs: PlaceNeeds,
  how: 'surely' | 'loosely' = 'surely',
): NamedPlaces | Refused {
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
  for (const one of all) {
    const key = `${one.access}\0${one.path}`;
    // If it is sure of one of them, it is sure.
    if (!seen.has(key) || !one.loose) seen.set(key, one);
  }
  return [...seen.values()];
}

function ofOurOwn({ path, access }: NamedPath, needs: PlaceNeeds): Refused | null {
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
  needs: PlaceNeeds,
): AffectedPath | Refused {
  const use = uses[access];
  // Whether it must be there is for the program to say; a line may make the folder it goes to.
  const there = use === 'list' ? needs.paths.resolve(path, roots, 'list') : null;
  const resolved =
    there && !(isError(there) && there.code === 'not-found')
      ? there
      : needs.paths.resolve(path, roots, 'create');
  return isError(resolved) ? resolved : asPlace(resolved, use, needs);
}

function asPlace(resolved: ResolvedPath, use: PathUse, needs: PlaceNeeds): AffectedPath {
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
  // By its name it is inside, and yet it is not: a link leads out.
  if (code === 'outside-roots' && inside) return true;
  if (loose || how === 'loosely') return false;
  if (code !== 'outside-roots') return true;
  // Whose program that is was found out already, and is told.
  if (access === 'run') return false;
  return access !== 'read' || !ofTheSystem.some((folder) => isInside(path, folder));
}

/** Anybody on the machine may read these, and ordinary programs do. */
const ofTheSystem = ['/usr', '/etc', '/lib', '/lib64', '/bin', '/sbin', '/opt', '/nix', '/System'];

/** A code of its own: to be let into the folder of the call would not help. */
function sayingWhich({ code }: Refused, { path }: NamedPath): Refused {
  const which = code === 'outside-roots' ? 'command-outside' : code;
  return refused(which, `It names ${path.slice(0, 200)}.`);
}

const asEffect = ({ path, access, token, loose }: NamedPath): CommandEffect => ({
  effect: access === 'read' || access === 'run' ? 'reads' : 'writes',
  word: token.text,
  sentence: `${path.slice(0, 200)} lies outside the folders of the session${loose ? ', if it is a path' : ''}`,
});

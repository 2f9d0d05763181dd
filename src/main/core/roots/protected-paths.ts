/** Protected paths: a change there runs code, widens permissions, or affects Gatehouse itself. */
import { refused, type Refused } from '../../../shared/actions/outcomes.ts';
import { isSecretFile } from '../../../shared/files/secret-files.ts';
import { beginsWith, foldedNames, foldName, nameFits, type FoldedNames } from './folded-names.ts';
import { checkpointFolders, type HomeAndOwnPaths } from './grantable.ts';
import { buildServers, packages } from './protected-build-names.ts';
import { machine, shells } from './protected-machine-names.ts';
import type { LaterUse, Protection } from './protected-group.ts';
import { agents, editors, git } from './protected-tool-names.ts';
import type { PathUse } from '../../../shared/actions/actions.ts';
import type { GitMark, Needs, ResolvedPath } from '../dependencies.ts';
import { gitProtection } from './git-structure.ts';

interface Pattern extends Protection {
  readonly anchor: 'anywhere' | 'home' | 'top';
  readonly names: FoldedNames;
  /** The names of the folders on the way to it, the shortest way first. */
  readonly starts: readonly FoldedNames[];
  /** The pattern includes everything below it. */
  readonly below: boolean;
  readonly later: LaterUse | null;
}

function compiled(name: string, effect: string, later: LaterUse | null = null): Pattern {
  const anchor = name.startsWith('~/') ? 'home' : name.startsWith('/') ? 'top' : 'anywhere';
  const parts = name.split('/').filter((part) => part !== '' && part !== '~');
  const names = parts.map(foldName);
  const starts = names.slice(1).map((_, at) => names.slice(0, at + 1));
  return { name, effect, anchor, names, starts, below: name.endsWith('/'), later };
}

/** These lists are read for every call and hardly ever change. */
function onceFor<Made>(make: (list: readonly string[]) => Made) {
  const made = new WeakMap<readonly string[], Made>();
  return (list: readonly string[]): Made => {
    const known = made.get(list);
    if (known) return known;
    const fresh = make(list);
    made.set(list, fresh);
    return fresh;
  };
}

const groups = [git, editors, agents, packages, buildServers, shells, machine].flat();
const patterns: readonly Pattern[] = groups.flatMap(({ effect, patterns: names, later = null }) =>
  names.map((name) => compiled(name, effect, later)),
);

const starred = patterns.filter(({ names }) => hasStar(names[0] ?? ''));
/** Index for one lookup per name: the text before or after the star of each pattern's first name. */
const mayBeStarred = new RegExp(
  [...new Set(starred.map(({ names }) => besideStar(names[0] ?? '')))].join('|'),
);
const byFirstName = Map.groupBy(patterns, ({ names }) => names[0] ?? '');

function besideStar(name: string): string {
  const [before = '', ...rest] = name.split('*').map(escaped);
  return before === '' ? `${rest.at(-1) ?? ''}$` : `^${before}`;
}

function hasStar(name: string): boolean {
  return name.includes('*');
}

function escaped(text: string): string {
  return text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
}

/** The patterns that could match. Needed for every call, and most paths match none. */
function candidatesFor(names: FoldedNames): readonly Pattern[] {
  const found: Pattern[] = [];
  let stars = false;
  for (const name of names) {
    // A short name of NTFS fits many first names.
    if (name.includes('~')) return patterns;
    stars ||= mayBeStarred.test(name);
    const own = byFirstName.get(name);
    if (own) found.push(...own);
  }
  return stars ? [...starred, ...found] : found;
}

/** Names that the user added; they can only add. */
const addedBy = onceFor((extra: readonly string[]): readonly Pattern[] =>
  extra
    .map((name) =>
      compiled(`${name.trim().replaceAll('\\', '/')}/`, 'You have asked to be asked about this.'),
    )
    .filter(({ names }) => names.length > 0),
);

/** Whether a change of this path, there already or not, has an effect beyond its bytes. */
export function protectionOf(
  path: string,
  places: HomeAndOwnPaths,
  extra: readonly string[] = [],
): Protection | null {
  for (const reading of readingsOf(path)) {
    const where = placed(reading, places);
    // Placed first, because the first of equally specific patterns wins.
    const candidates = [...addedBy(extra), ...candidatesFor(where.names)];
    const found = nearest(candidates.filter((pattern) => covers(pattern, where)));
    if (found) return found;
  }
  return null;
}

/** What such a file does on the user's machine once a sandboxed command has made it. */
export interface LaterRun extends Protection {
  readonly later: LaterUse;
}

export function laterRunOf(path: string, places: HomeAndOwnPaths): LaterRun | null {
  const where = placed(path, places);
  const fitting = candidatesFor(where.names).filter((pattern) => covers(pattern, where));
  const best = longest(fitting);
  return best?.later ? { name: best.name, effect: best.effect, later: best.later } : null;
}

/** Whether the name can be part of a protected path at all; most cannot. */
export function mayBeProtected(name: string): boolean {
  const folded = foldName(name);
  return folded.includes('~') || partNames.has(folded) || mayBeStarredPart.test(folded);
}

const parts = patterns.flatMap(({ names }) => names);
const partNames = new Set(parts.filter((name) => !hasStar(name)));
const mayBeStarredPart = new RegExp([...new Set(parts.filter(hasStar).map(besideStar))].join('|'));

/** A name with backslashes may reach a system for which they separate: it counts there, too. */
const readingsOf = (path: string): readonly string[] =>
  path.includes('\\') ? [path, path.replaceAll('\\', '/')] : [path];

/**
 * For a folder that is moved, removed or filled as a whole: it is protected itself, or a protected
 * name can lie in it because of what the folder is called (`.github`, which holds workflows). What
 * is really in a folder is not looked at: a `.git` below it keeps its name, and so its protection.
 */
export function protectsTree(
  path: string,
  places: HomeAndOwnPaths,
  extra: readonly string[] = [],
): Protection | null {
  const own = protectionOf(path, places, extra);
  if (own) return own;
  const where = placed(path, places);
  const candidates = [...foldersOnTheWay(where), ...addedBy(extra)];
  return nearest(candidates.filter((pattern) => leadsTo(pattern, where)));
}

const anchored = patterns.filter(({ anchor }) => anchor !== 'anywhere');
const onTheWay = patterns.filter(
  ({ anchor, starts }) => anchor === 'anywhere' && starts.length > 0,
);

/** Whether a folder of that name can be on the path to a protected name; few can. */
const byFolderName = Map.groupBy(
  onTheWay.flatMap((pattern) =>
    pattern.starts.map((start) => ({ pattern, name: start.at(-1) ?? '' })),
  ),
  ({ name }) => name,
);
const throughStars = onTheWay.filter(({ names }) => names.slice(0, -1).some(hasStar));

function foldersOnTheWay({ names }: PathNames): readonly Pattern[] {
  const last = names.at(-1) ?? '';
  // A short name of NTFS fits many.
  if (last.includes('~')) return patterns;
  const own = byFolderName.get(last) ?? [];
  return [...anchored, ...throughStars, ...own.map(({ pattern }) => pattern)];
}

/** Gatehouse's own data and the files that start it: changes are refused without asking. */
export function ownData(path: string, places: HomeAndOwnPaths): Refused | null {
  const names = foldedNames(path);
  if (ownNames(places.ownPaths).some((own) => beginsWith(names, own))) return refused('own-data');
  const where = placed(path, places);
  if (ownFolders.some((pattern) => covers(pattern, where))) return refused('own-data');
  return ownStarters.some((pattern) => covers(pattern, where))
    ? refused('own-data', 'This is what starts Gatehouse.')
    : null;
}

/** A folder around our own data: to move or remove it would move or remove that, too. */
export function holdsOwnData(path: string, places: HomeAndOwnPaths): boolean {
  const names = foldedNames(path);
  const where = placed(path, places);
  return (
    ownNames(places.ownPaths).some((own) => beginsWith(own, names)) ||
    ownFolders.some((pattern) => leadsTo(pattern, where))
  );
}

const ownNames = onceFor((folders) => folders.map(foldedNames));

const ownFolders = checkpointFolders.map((name) => compiled(`~/${name}/`, ''));

const ownStarters = [
  'autostart/*gatehouse*.desktop',
  'LaunchAgents/*gatehouse*.plist',
  'Startup/*gatehouse*',
  'systemd/user/*gatehouse*',
].map((name) => compiled(name, ''));

interface PathNames {
  readonly names: FoldedNames;
  /** Null outside the home folder. */
  readonly belowHome: FoldedNames | null;
  /** When the path is around the home folder: the way down to it. */
  readonly downToHome: FoldedNames | null;
}

function placed(path: string, { home }: HomeAndOwnPaths): PathNames {
  const names = foldedNames(path);
  const homeNames = foldedNames(home);
  return {
    names,
    belowHome: beginsWith(names, homeNames) ? names.slice(homeNames.length) : null,
    downToHome: beginsWith(homeNames, names) ? homeNames.slice(names.length) : null,
  };
}

/** The path is what the pattern names, or lies below it where that counts. */
function covers({ anchor, names, below }: Pattern, where: PathNames): boolean {
  const path = anchor === 'home' ? where.belowHome : where.names;
  if (!path) return false;
  if (anchor !== 'anywhere')
    return beginsWith(path, names) && (below || path.length === names.length);
  if (!below) return fitsAt(names, path, path.length - names.length);
  return path.some((_, at) => fitsAt(names, path, at));
}

/** The path ends on the way to what the pattern names. */
function leadsTo({ anchor, names, starts }: Pattern, where: PathNames): boolean {
  if (anchor === 'home')
    return (
      where.downToHome !== null || (where.belowHome !== null && isStart(names, where.belowHome))
    );
  if (anchor === 'top') return isStart(names, where.names);
  return starts.some((start) => fitsAt(start, where.names, where.names.length - start.length));
}

const isStart = (pattern: FoldedNames, names: FoldedNames): boolean =>
  names.length < pattern.length && names.every((name, at) => nameFits(pattern[at] ?? '', name));

const fitsAt = (pattern: FoldedNames, names: FoldedNames, at: number): boolean =>
  at >= 0 &&
  at + pattern.length <= names.length &&
  pattern.every((part, index) => nameFits(part, names[at + index] ?? ''));

/** The pattern with the most names is the most specific one. */
function nearest(fitting: readonly Pattern[]): Protection | null {
  const best = longest(fitting);
  return best && { name: best.name, effect: best.effect };
}

function longest(fitting: readonly Pattern[]): Pattern | null {
  return fitting.reduce<Pattern | null>(
    (most, item) => (most && most.names.length >= item.names.length ? most : item),
    null,
  );
}

type ProtectionNeeds = Pick<Needs, 'home' | 'ownPaths' | 'settings'>;

interface PathChange {
  readonly use: PathUse;
  /** It is moved, removed or made as a whole tree. */
  readonly isTree: boolean;
  readonly alsoMade?: ReadonlyMap<string, ReadonlySet<GitMark>>;
}

const secretFile: Protection = {
  ...{ name: '.env', effect: 'It may hold passwords and keys.', isSecret: true },
};

/** A file that is moved can be read under its new name. */
const givesSecretAway = (path: string, use: PathUse, { settings }: ProtectionNeeds): boolean =>
  (use === 'read' || use === 'delete') && !settings.sandbox.envFiles && isSecretFile(path);

/** Whether a change at a resolved path has an effect beyond its bytes, by its name or by the git folders around it. */
export function protectionAt(
  { path, git: marks }: ResolvedPath,
  { use, isTree, alsoMade }: PathChange,
  needs: ProtectionNeeds,
): Protection | null {
  if (givesSecretAway(path, use, needs)) return secretFile;
  const protect = isTree ? protectsTree : protectionOf;
  const byName = protect(path, needs, needs.settings.protectedNames);
  if (byName || use === 'read' || use === 'list') return byName;
  const change = { path, removes: use === 'delete', ...(alsoMade ? { alsoMade } : {}) };
  return gitProtection(change, marks);
}

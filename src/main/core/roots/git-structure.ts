/**
 * Git directories, recognised by their contents. Git uses the settings and hooks of every folder that
 * holds HEAD, objects and refs (or HEAD and commondir), and of the folder that it points to. So an
 * existing git directory, one that a change would complete, and one that is partly made are protected
 * under any name.
 */
import { isInside } from '../../../shared/files/inside.ts';
import type { GitFacts, GitMark } from '../dependencies.ts';
import { foldedNames, nameFits } from './folded-names.ts';
import type { Protection } from './protected-group.ts';

/** What git keeps and reads in its directory; other names there mean nothing to it. */
const ownFiles = [
  ...['head', 'config', 'config.worktree', 'commondir', 'gitdir', 'packed-refs', 'index'],
  ...['shallow', 'description', '*_head', 'bisect_*', 'sharedindex.*', 'fsmonitor*'],
];
const ownFolders = [
  ...['hooks', 'info', 'objects', 'refs', 'reftable', 'modules', 'worktrees', 'logs', 'branches'],
  ...['remotes', 'rr-cache', 'rebase-merge', 'rebase-apply', 'sequencer', 'lfs', 'annex', 'svn'],
];

/** The names by which a folder is taken for a git directory, or which git would obey in it. */
const structural: readonly GitMark[] = ['HEAD', 'objects', 'refs', 'commondir', 'config'];

const effects = {
  is: 'By what lies in it, this folder is a git repository: git runs the programs that its settings and hooks name.',
  becomes:
    'It makes this folder a git repository: git then runs the programs that the settings and hooks in it name.',
  partly:
    'This folder has parts of a git repository: git runs the programs that settings and hooks in one name.',
  settings:
    'A git repository takes its settings or hooks from here, and git runs the programs that they name.',
} as const;

const protection = (effect: string): Protection => ({ name: 'a git directory', effect });

export interface GitChange {
  readonly path: string;
  /** The change removes it. */
  readonly removes: boolean;
  /** Other files that the same call makes. */
  readonly alsoMade?: ReadonlyMap<string, ReadonlySet<GitMark>>;
}

export function gitProtection(change: GitChange, facts: GitFacts | undefined): Protection | null {
  const { path, removes, alsoMade = none } = change;
  if (facts?.settings.some((place) => isInside(path, place))) return protection(effects.settings);
  const marked = new Map(facts?.folders.map((folder) => [folder.path, folder.marks]));
  for (const folder of new Set([...marked.keys(), ...alsoMade.keys()])) {
    if (!isInside(path, folder)) continue;
    const before = new Set(marked.get(folder));
    const name = nameIn(folder, path);
    if (name === undefined) continue;
    const made = removes ? null : markOf(name);
    const after = new Set([...before, ...(alsoMade.get(folder) ?? []), ...(made ? [made] : [])]);
    const effect = effectOf(name, before, after);
    if (effect) return protection(effect);
  }
  return null;
}

const none: ReadonlyMap<string, ReadonlySet<GitMark>> = new Map();

function effectOf(
  name: string | null,
  before: ReadonlySet<GitMark>,
  after: ReadonlySet<GitMark>,
): string | null {
  const isOne = isComplete(before);
  // The folder itself, which is moved or removed.
  if (name === null) return isOne ? effects.is : null;
  if (isOne) return effects.is;
  if (isComplete(after)) return effects.becomes;
  return isPartial(after, name) ? effects.partly : null;
}

const isComplete = (marks: ReadonlySet<GitMark>): boolean =>
  marks.has('HEAD') && (marks.has('commondir') || (marks.has('objects') && marks.has('refs')));

/**
 * Folders called objects and refs are ordinary; with a HEAD beside them, or with settings that git
 * would read from there on behalf of another directory, they are not.
 */
function isPartial(marks: ReadonlySet<GitMark>, name: string): boolean {
  const stores = ['objects', 'refs', 'commondir'] as const;
  if (marks.has('HEAD')) return name !== 'head' || stores.some((store) => marks.has(store));
  if (!marks.has('objects') || !marks.has('refs')) return false;
  return marks.has('config') || !stores.some((store) => nameFits(store, name));
}

/**
 * The first folded name on the way from a folder down to a path, if it is one of git's: null for the
 * folder itself, undefined for other names. A folder called `config` is none of git's.
 */
function nameIn(folder: string, path: string): string | null | undefined {
  const [name, ...below] = foldedNames(path).slice(foldedNames(folder).length);
  if (name === undefined) return null;
  const own = below.length > 0 ? ownFolders : [...ownFolders, ...ownFiles];
  return own.some((item) => nameFits(item, name)) ? name : undefined;
}

const markOf = (name: string | null): GitMark | null =>
  structural.find((mark) => name !== null && nameFits(mark.toLowerCase(), name)) ?? null;

const isStore = (mark: GitMark): boolean => mark === 'objects' || mark === 'refs';

/** The marks of a git directory that new files would add, by folder. */
export function marksMadeBy(paths: readonly string[]): ReadonlyMap<string, ReadonlySet<GitMark>> {
  const made = new Map<string, Set<GitMark>>();
  for (const path of paths) {
    for (const [folder, mark] of structuralFolders(path)) {
      const marks = made.get(folder) ?? new Set();
      made.set(folder, marks.add(mark));
    }
  }
  return made;
}

/** Folders that a change of this path could make a git directory: usually none. */
export function structuralFolders(path: string): readonly (readonly [string, GitMark])[] {
  const found: (readonly [string, GitMark])[] = [];
  let end = path.indexOf('/', 1);
  let start = 0;
  for (;;) {
    const name = path.slice(start + 1, end < 0 ? undefined : end);
    const mark = markOf(foldedNames(name)[0] ?? null);
    if (mark && (end < 0 || isStore(mark))) found.push([path.slice(0, start), mark]);
    if (end < 0) return found;
    start = end;
    end = path.indexOf('/', start + 1);
  }
}

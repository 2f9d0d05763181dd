/** Moves and removes entries of held folders. Neither follows a link; both leave links alone. */
import fs, { constants } from 'node:fs';
import { newNameProblem } from '../shared/confined/path-names.ts';
import { refused } from '../shared/outcomes.ts';
import { holdParent, type HeldParent, type WalkOptions, type WireRoot } from './confined-folder.ts';
import { isTrouble, troubleOf, type Trouble } from './confined-trouble.ts';
import { isSame, isVersion, type FileVersion } from './confined-version.ts';
import { syncFolder } from './confined-write.ts';

export interface RenameOptions extends WalkOptions {
  /** A file of the new name may be replaced. */
  readonly mayReplace?: boolean;
  /** The person knows that the replaced file lives on under another name. */
  readonly mayBreakHardLink?: boolean;
}

export interface RemoveOptions {
  /** What the caller has seen; if it is another by now, it is left alone. */
  readonly expected?: FileVersion;
}

export async function renameConfined(
  from: string,
  to: string,
  roots: readonly WireRoot[],
  options: RenameOptions = {},
): Promise<Trouble | null> {
  const source = holdParent(from, roots);
  if (isTrouble(source)) return source;
  const target = holdParent(to, roots, options);
  try {
    if (isTrouble(target)) return target;
    const problem = move(source, target, options);
    if (problem) return problem;
    await syncFolder(source.folder);
    await syncFolder(target.folder);
    return null;
  } catch (error) {
    return troubleOf(error);
  } finally {
    source.folder.letGo();
    if (!isTrouble(target)) target.folder.letGo();
  }
}

function move(source: HeldParent, target: HeldParent, options: RenameOptions): Trouble | null {
  const problem = newNameProblem(target.name);
  if (problem) return refused('bad-path', problem);
  const moved = statOf(source);
  if (!moved) return refused('not-found');
  if (moved.isSymbolicLink()) return refused('is-a-link');
  const old = statOf(target);
  if (old && !options.mayReplace) return refused('already-there');
  if (old?.isSymbolicLink()) return refused('is-a-link');
  if (old?.isFile() && old.nlink > 1n && !options.mayBreakHardLink) return refused('hard-link');
  // A folder only ever takes the place of an empty one; for a file the name is claimed first, since
  // Node cannot ask the system to rename without replacing.
  const claimed = !old && !moved.isDirectory() ? claim(target) : null;
  try {
    fs.renameSync(source.folder.at(source.name), target.folder.at(target.name));
    return null;
  } catch (error) {
    claimed?.giveBack();
    return troubleOf(error);
  }
}

function claim({ folder, name }: HeldParent): { giveBack(): void } {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  const fd = fs.openSync(folder.at(name), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  const { ino } = fs.fstatSync(fd, { bigint: true });
  fs.closeSync(fd);
  return {
    giveBack() {
      if (statOf({ folder, name })?.ino === ino) fs.unlinkSync(folder.at(name));
    },
  };
}

export interface TakeOutOptions {
  /** A folder with everything in it, too. */
  readonly mayBeFolder: boolean;
  /** What the caller has seen; if it is another by now, it is left alone. */
  readonly expected?: FileVersion;
  /** Only this very file or folder, whatever it holds by now. */
  readonly only?: Pick<FileVersion, 'device' | 'inode'>;
}

/**
 * Moves an entry out of the granted folders, to a place of ours on the same disk. Resolves to where
 * it is told to go only if it went there; the chosen place must not exist.
 */
export async function takeOutConfined(
  path: string,
  roots: readonly WireRoot[],
  place: (entry: fs.BigIntStats) => string | Trouble,
  { mayBeFolder, expected, only }: TakeOutOptions,
): Promise<{ readonly place: string; readonly isFolder: boolean } | Trouble> {
  const parent = holdParent(path, roots);
  if (isTrouble(parent)) return parent;
  try {
    const stat = statOf(parent);
    if (!stat) return refused('not-found');
    if (stat.isSymbolicLink()) return refused('is-a-link');
    if (expected && !isVersion(stat, expected)) return refused('stale');
    if (only && !isSame(stat, only)) return refused('stale');
    const isFolder = stat.isDirectory();
    if (isFolder && !mayBeFolder) return refused('not-a-file', 'It is a folder; say recursive.');
    const to = place(stat);
    if (typeof to !== 'string') return to;
    fs.renameSync(parent.folder.at(parent.name), to);
    await syncFolder(parent.folder);
    return { place: to, isFolder };
  } catch (error) {
    return troubleOf(error);
  } finally {
    parent.folder.letGo();
  }
}

/** Moves an entry from a place of ours to where nothing is; the folders on its way are made again. */
export async function putInConfined(
  from: string,
  path: string,
  roots: readonly WireRoot[],
): Promise<Trouble | null> {
  const parent = holdParent(path, roots, { makeFolders: true });
  if (isTrouble(parent)) return parent;
  try {
    const isFolder = fs.lstatSync(from).isDirectory();
    const claimed = isFolder ? claimFolder(parent) : claim(parent);
    try {
      fs.renameSync(from, parent.folder.at(parent.name));
    } catch (error) {
      claimed.giveBack();
      throw error;
    }
    await syncFolder(parent.folder);
    return null;
  } catch (error) {
    return troubleOf(error);
  } finally {
    parent.folder.letGo();
  }
}

/** A folder takes the place of an empty one, and of nothing else. */
function claimFolder({ folder, name }: HeldParent): { giveBack(): void } {
  fs.mkdirSync(folder.at(name), { mode: 0o700 });
  return { giveBack: () => fs.rmdirSync(folder.at(name)) };
}

/** A file, or a folder that is empty. */
export async function removeConfined(
  path: string,
  roots: readonly WireRoot[],
  { expected }: RemoveOptions = {},
): Promise<Trouble | null> {
  const parent = holdParent(path, roots);
  if (isTrouble(parent)) return parent;
  try {
    const stat = statOf(parent);
    if (!stat) return refused('not-found');
    if (stat.isSymbolicLink()) return refused('is-a-link');
    if (expected && !isVersion(stat, expected)) return refused('stale');
    const entry = parent.folder.at(parent.name);
    if (stat.isDirectory()) fs.rmdirSync(entry);
    else fs.unlinkSync(entry);
    await syncFolder(parent.folder);
    return null;
  } catch (error) {
    return troubleOf(error);
  } finally {
    parent.folder.letGo();
  }
}

const statOf = ({ folder, name }: HeldParent): fs.BigIntStats | undefined =>
  fs.lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });

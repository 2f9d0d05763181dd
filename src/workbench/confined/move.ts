/** Moves and removes entries of confined folders. Links are neither followed nor touched. */
import fs, { constants } from 'node:fs';
import { mountsBelow } from '../../main/platform/files/mounts.ts';
import { newNameProblem } from '../../shared/files/path-names.ts';
import { refused } from '../../shared/actions/outcomes.ts';
import {
  openParentOf,
  mountedThere,
  type OpenParent,
  type WalkOptions,
  type WireRoot,
} from './folder.ts';
import { isError, errorOf, type ActionError } from './errors.ts';
import { isSame, isVersion, type FileVersion } from './version.ts';

export interface RenameOptions extends WalkOptions {
  /** Allows replacing a file at the new name. */
  readonly mayReplace?: boolean;
  /** The user accepts that the replaced file keeps existing under its other hard link. */
  readonly mayBreakHardLink?: boolean;
}

export interface RemoveOptions {
  /** Refuse if the entry is no longer this version. */
  readonly expected?: FileVersion;
}

export async function renameConfined(
  from: string,
  to: string,
  roots: readonly WireRoot[],
  options: RenameOptions = {},
): Promise<ActionError | null> {
  const source = openParentOf(from, roots);
  if (isError(source)) return source;
  const target = openParentOf(to, roots, options);
  try {
    if (isError(target)) return target;
    const problem = move(source, target, options);
    if (problem) return problem;
    await source.folder.sync();
    await target.folder.sync();
    return null;
  } catch (error) {
    return errorOf(error);
  } finally {
    source.folder.close();
    if (!isError(target)) target.folder.close();
  }
}

function move(source: OpenParent, target: OpenParent, options: RenameOptions): ActionError | null {
  const problem = newNameProblem(target.name);
  if (problem) return refused('bad-path', problem);
  const moved = statOf(source);
  if (!moved) return refused('not-found');
  if (moved.isSymbolicLink()) return refused('is-a-link');
  if (containsMounts(source, moved)) return mountedThere();
  const old = statOf(target);
  if (old && !options.mayReplace) return refused('already-there');
  if (old?.isSymbolicLink()) return refused('is-a-link');
  if (old?.isFile() && old.nlink > 1n && !options.mayBreakHardLink) return refused('hard-link');
  // A folder can only replace an empty folder. For a file the name is claimed first, since Node has
  // no rename without replacing.
  const claimed = !old && !moved.isDirectory() ? claim(target) : null;
  try {
    source.folder.rename(source.name, target.folder, target.name);
    return null;
  } catch (error) {
    claimed?.release();
    return errorOf(error);
  }
}

/** Moving a folder would move mounts inside it too, and emptying the trash would erase them. */
function containsMounts({ folder, name }: OpenParent, stat: fs.BigIntStats): boolean {
  return stat.isDirectory() && mountsBelow(`${fs.realpathSync(folder.here)}/${name}`).length > 0;
}

function claim({ folder, name }: OpenParent): { release(): void } {
  const { O_CREAT, O_EXCL, O_WRONLY } = constants;
  const fd = folder.open(name, O_WRONLY | O_CREAT | O_EXCL, 0o600);
  const { ino } = fs.fstatSync(fd, { bigint: true });
  fs.closeSync(fd);
  return {
    release() {
      if (statOf({ folder, name })?.ino === ino) folder.unlink(name);
    },
  };
}

export interface TakeOutOptions {
  /** Allows a folder with its contents. */
  readonly mayBeFolder: boolean;
  /** Refuse if the entry is no longer this version. */
  readonly expected?: FileVersion;
  /** Takes a link itself, without following it. */
  readonly mayBeLink?: boolean;
  /** Refuse unless it is this file or folder, whatever its content. */
  readonly only?: Pick<FileVersion, 'device' | 'inode'>;
}

/**
 * Moves an entry out of the granted folders to one of our folders on the same disk. The chosen
 * target must not exist; resolves to it after the move.
 */
export async function takeOutConfined(
  path: string,
  roots: readonly WireRoot[],
  chooseTarget: (entry: fs.BigIntStats) => string | ActionError,
  { mayBeFolder, mayBeLink = false, expected, only }: TakeOutOptions,
): Promise<{ readonly target: string; readonly isFolder: boolean } | ActionError> {
  const parent = openParentOf(path, roots);
  if (isError(parent)) return parent;
  try {
    const stat = statOf(parent);
    if (!stat) return refused('not-found');
    if (stat.isSymbolicLink() && !mayBeLink) return refused('is-a-link');
    if (expected && !isVersion(stat, expected)) return refused('stale');
    if (only && !isSame(stat, only)) return refused('stale');
    const isFolder = stat.isDirectory();
    if (containsMounts(parent, stat)) return mountedThere();
    if (isFolder && !mayBeFolder) return refused('not-a-file', 'It is a folder; set recursive.');
    const to = chooseTarget(stat);
    if (typeof to !== 'string') return to;
    parent.folder.renameOut(parent.name, to);
    await parent.folder.sync();
    return { target: to, isFolder };
  } catch (error) {
    return errorOf(error);
  } finally {
    parent.folder.close();
  }
}

/** Moves an entry from one of our folders to a free path and recreates missing parent folders. */
export async function putInConfined(
  from: string,
  path: string,
  roots: readonly WireRoot[],
): Promise<ActionError | null> {
  const parent = openParentOf(path, roots, { makeFolders: true, anyName: true });
  if (isError(parent)) return parent;
  try {
    const isFolder = fs.lstatSync(from).isDirectory();
    const claimed = isFolder ? claimFolder(parent) : claim(parent);
    try {
      parent.folder.renameIn(from, parent.name);
    } catch (error) {
      claimed.release();
      throw error;
    }
    await parent.folder.sync();
    return null;
  } catch (error) {
    return errorOf(error);
  } finally {
    parent.folder.close();
  }
}

/** rename() lets a folder replace an empty folder and nothing else. */
function claimFolder({ folder, name }: OpenParent): { release(): void } {
  folder.makeFolder(name, 0o700);
  return { release: () => folder.removeFolder(name) };
}

/** Removes a file or an empty folder. */
export async function removeConfined(
  path: string,
  roots: readonly WireRoot[],
  { expected }: RemoveOptions = {},
): Promise<ActionError | null> {
  const parent = openParentOf(path, roots);
  if (isError(parent)) return parent;
  try {
    const stat = statOf(parent);
    if (!stat) return refused('not-found');
    if (stat.isSymbolicLink()) return refused('is-a-link');
    if (expected && !isVersion(stat, expected)) return refused('stale');
    if (stat.isDirectory()) parent.folder.removeFolder(parent.name);
    else parent.folder.unlink(parent.name);
    await parent.folder.sync();
    return null;
  } catch (error) {
    return errorOf(error);
  } finally {
    parent.folder.close();
  }
}

const statOf = ({ folder, name }: OpenParent): fs.BigIntStats | undefined => folder.lstat(name);

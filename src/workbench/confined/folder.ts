/**
 * Walks from a granted folder down to a file, one name at a time, through open descriptors, so a link
 * swapped in on the way is detected, not followed. folder-calls.ts has what differs by system.
 */
import fs from 'node:fs';
import { mountOfDescriptor } from '../../main/platform/files/mounts.ts';
import { namesBelow, newNameProblem } from '../../shared/files/path-names.ts';
import { below } from '../../shared/files/inside.ts';
import { refused, type Refused } from '../../shared/actions/outcomes.ts';
import type { Command } from '../../shared/protocols/plugin-protocol.ts';
import type { EntryName, FolderCalls, RawEntry } from './folder-calls.ts';
import { folderCalls } from './system-folder-calls.ts';
import { codeOf, isLinkCode, isError, errorOf, type ActionError } from './errors.ts';

export interface WireRoot extends Readonly<Command['roots'][number]> {
  /** Only for the user's own actions: includes file systems mounted below it. */
  readonly acrossMounts?: true;
}

/**
 * A folder open as a descriptor: its entries belong to this folder, not to whatever has its name.
 */
export class OpenFolder {
  readonly #calls: FolderCalls;
  readonly #fd: number;
  readonly #mount: Mount | null;
  #open = true;

  /** If a mount is given, entries on other mounts are not opened. */
  constructor(calls: FolderCalls, fd: number, mount: Mount | null) {
    this.#calls = calls;
    this.#fd = fd;
    this.#mount = mount;
  }

  get mount(): Mount | null {
    return this.#mount;
  }

  /**
   * The path of the folder itself, valid until it is closed, for programs and watchers. On Linux it
   * leads to this folder, whatever its name is by then; elsewhere it is the name at this moment.
   */
  get here(): string {
    return this.#calls.folderPath(this.#openFd());
  }

  /** A path of an entry, as good as `here`. The other methods need none. */
  at(name: string): string {
    return below(this.here, name);
  }

  stat(): fs.BigIntStats {
    return fs.fstatSync(this.#fd, { bigint: true });
  }

  /** Undefined if there is none. */
  lstat(name: string): fs.BigIntStats | undefined {
    return this.#calls.lstat(this.#entry(name));
  }

  /** Undefined or a folder on another mount are left to the caller. */
  enter(name: string): OpenFolder | 'on another mount' {
    const fd = this.#calls.openFolder(this.#entry(name));
    if (!isElsewhere(fd, this.#mount)) return new OpenFolder(this.#calls, fd, this.#mount);
    fs.closeSync(fd);
    return 'on another mount';
  }

  open(name: string, flags: number, mode = 0): number {
    return this.#calls.openFile(this.#entry(name), flags, mode);
  }

  pin(name: string): { readonly fd: number; readonly path: string } {
    const fd = this.#calls.pin(this.#entry(name));
    return { fd, path: this.#calls.pinnedPath(fd) };
  }

  checkWritable(name: string, pinned: number): void {
    this.#calls.checkWritable(this.#entry(name), pinned);
  }

  list(max: number): Promise<readonly RawEntry[]> {
    return this.#calls.list(this.#openFd(), max);
  }

  makeFolder(name: string, mode = 0o777): void {
    this.#calls.makeFolder(this.#entry(name), mode);
  }

  makeLink(name: string, target: Buffer): void {
    this.#calls.makeLink(this.#entry(name), target);
  }

  readLink(name: string): Buffer {
    return this.#calls.readLink(this.#entry(name));
  }

  rename(name: string, to: OpenFolder, newName: string): void {
    this.#calls.rename(this.#entry(name), to.#entry(newName));
  }

  /** To or from an absolute path in one of our own folders. */
  renameOut(name: string, target: string): void {
    this.#calls.rename(this.#entry(name), { folder: null, name: target });
  }

  renameIn(source: string, name: string): void {
    this.#calls.rename({ folder: null, name: source }, this.#entry(name));
  }

  unlink(name: string): void {
    this.#calls.unlink(this.#entry(name));
  }

  removeFolder(name: string): void {
    this.#calls.removeFolder(this.#entry(name));
  }

  sync(): Promise<void> {
    return this.#calls.sync(this.#openFd());
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    fs.closeSync(this.#fd);
  }

  #openFd(): number {
    // A closed descriptor number may have been reused for another folder.
    if (!this.#open) throw new Error('the folder was let go');
    return this.#fd;
  }

  #entry(name: string): EntryName {
    return { folder: this.#openFd(), name };
  }
}

/** The mount that a granted folder is on. */
export interface Mount {
  /** Null if the system does not report it. */
  readonly id: string | null;
  readonly device: bigint;
}

/** Whether an open descriptor is on another file system than the granted folder. */
export function isElsewhere(fd: number, mount: Mount | null): boolean {
  if (mount === null) return false;
  if (mountOfDescriptor(fd) !== mount.id) return true;
  const stat = fs.fstatSync(fd, { bigint: true });
  // On overlayfs only folders have their file system's device number.
  return stat.isDirectory() && stat.dev !== mount.device;
}

export const mountedThere = (): Refused =>
  refused('outside-roots', 'Another file system is mounted there.');

/** An entry's open parent folder and the entry's name. */
export interface OpenParent {
  readonly folder: OpenFolder;
  readonly name: string;
}

export interface WalkOptions {
  /** Create missing folders on the way. */
  readonly makeFolders?: boolean;
  /** Allow any name: restoring may recreate names that new files may not have. */
  readonly anyName?: boolean;
}

/** Opens the parent folder of `relative`; does not check the last name. */
export function walkTo(
  root: WireRoot,
  relative: string,
  options: WalkOptions = {},
): OpenParent | ActionError {
  return openParentOf(below(root.path, relative), [root], options);
}

export function openParentOf(
  path: string,
  roots: readonly WireRoot[],
  options: WalkOptions = {},
): OpenParent | ActionError {
  const start = startOf(path, roots);
  if (isError(start)) return start;
  const name = start.names.at(-1);
  if (name === undefined) {
    start.folder.close();
    return refused('outside-roots', 'It is the granted folder itself.');
  }
  const folder = descend(start.folder, start.names.slice(0, -1), options);
  return isError(folder) ? folder : { folder, name };
}

/** Opens the folder at the path, which may be a granted folder itself. */
export function openFolderAt(path: string, roots: readonly WireRoot[]): OpenFolder | ActionError {
  const start = startOf(path, roots);
  return isError(start) ? start : descend(start.folder, start.names, {});
}

interface WalkStart {
  readonly folder: OpenFolder;
  /** The names from that folder down to the target. */
  readonly names: readonly string[];
}

/**
 * Opens the innermost granted folder that contains the path and is unchanged since it was granted.
 */
function startOf(path: string, roots: readonly WireRoot[]): WalkStart | Refused {
  let error = refused('outside-roots');
  // Innermost first: a file system mounted inside one granted folder can be granted separately.
  for (const root of roots.toSorted((a, b) => b.path.length - a.path.length)) {
    const names = namesBelow(path, root.path);
    if (!names) continue;
    const folder = openRoot(root);
    if (!isError(folder)) return { folder, names };
    error = folder;
  }
  return error;
}

/** Closes every folder but the last. */
function descend(
  start: OpenFolder,
  names: readonly string[],
  options: WalkOptions,
): OpenFolder | ActionError {
  let folder = start;
  for (const name of names) {
    const next = enter(folder, name, options);
    folder.close();
    if (isError(next)) return next;
    folder = next;
  }
  return folder;
}

function openRoot(root: WireRoot): OpenFolder | Refused {
  let folder: OpenFolder;
  try {
    const calls = folderCalls();
    const fd = calls.openFolder({ folder: null, name: root.path });
    const device = fs.fstatSync(fd, { bigint: true }).dev;
    const mount = root.acrossMounts ? null : { id: mountOfDescriptor(fd), device };
    folder = new OpenFolder(calls, fd, mount);
  } catch {
    return refused('root-changed');
  }
  if (isRoot(folder.stat(), root)) return folder;
  folder.close();
  return refused('root-changed');
}

/** Windows has 64 bits of the device for a path and 32 of them for what is open. */
function isRoot({ dev, ino }: fs.BigIntStats, { device, inode }: WireRoot): boolean {
  const isDevice =
    process.platform === 'win32'
      ? BigInt.asUintN(32, dev) === BigInt.asUintN(32, BigInt(device))
      : String(dev) === device;
  return isDevice && String(ino) === inode;
}

function enter(
  folder: OpenFolder,
  name: string,
  { makeFolders, anyName }: WalkOptions,
): OpenFolder | ActionError {
  try {
    const entered = folder.enter(name);
    return typeof entered === 'string' ? mountedThere() : entered;
  } catch (error) {
    if (isLinkCode(error)) return linkOrFile(folder, name);
    if (codeOf(error) !== 'ENOENT' || !makeFolders) return errorOf(error);
    return makeFolder(folder, name, anyName === true);
  }
}

function makeFolder(folder: OpenFolder, name: string, anyName: boolean): OpenFolder | ActionError {
  const problem = anyName ? null : newNameProblem(name);
  if (problem) return refused('bad-path', problem);
  try {
    folder.makeFolder(name);
  } catch (error) {
    // Something was created there concurrently; enter() checks what it is.
    if (codeOf(error) !== 'EEXIST') return errorOf(error);
  }
  return enter(folder, name, {});
}

/** Both stop the walk; only the message differs. */
function linkOrFile(folder: OpenFolder, name: string): Refused {
  const stat = folder.lstat(name);
  if (stat && !stat.isSymbolicLink() && !stat.isDirectory())
    return refused('not-a-folder', 'A file is in the way.');
  return refused('outside-roots', 'A link was put in its place.');
}

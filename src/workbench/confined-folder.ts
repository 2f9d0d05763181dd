/**
 * The way from a granted folder down to a file, one name at a time, through descriptors that stay
 * open. `/proc/self/fd/N/name` is the entry `name` of the folder held as N, whatever that folder is
 * called or where it was moved meanwhile, so a link swapped in on the way is met, not followed.
 * Linux only; see confined-files.ts for the rest.
 */
import fs, { constants } from 'node:fs';
import { namesBelow, newNameProblem } from '../shared/confined/path-names.ts';
import { refused, type Refused } from '../shared/outcomes.ts';
import type { Command } from '../shared/plugin-protocol.ts';
import { codeOf, isLinkCode, isTrouble, troubleOf, type Trouble } from './confined-trouble.ts';

export type WireRoot = Command['roots'][number];

// Node does not export it; the value is the same on every processor that Electron runs on.
export const O_PATH = 0o10000000;
const folderFlags = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** A folder that is held open: its entries are those of this folder, not of a name. */
export class HeldFolder {
  readonly #fd: number;
  #open = true;

  constructor(fd: number) {
    this.#fd = fd;
  }

  /** The path of an entry, good until the folder is let go. */
  at(name: string): string {
    return `${this.here}/${name}`;
  }

  /** The folder itself, for whoever reads or syncs it. */
  get here(): string {
    // A number that was closed may by now belong to another folder.
    if (!this.#open) throw new Error('the folder was let go');
    return `/proc/self/fd/${this.#fd}`;
  }

  stat(): fs.BigIntStats {
    return fs.fstatSync(this.#fd, { bigint: true });
  }

  letGo(): void {
    if (!this.#open) return;
    this.#open = false;
    fs.closeSync(this.#fd);
  }
}

/** The folder that holds an entry, and the entry's name in it. */
export interface HeldParent {
  readonly folder: HeldFolder;
  readonly name: string;
}

export interface WalkOptions {
  /** Make the folders that are missing on the way. */
  readonly makeFolders?: boolean;
}

/** Holds the last folder before the end of `relative`; the end itself is not looked at. */
export function walkTo(
  root: WireRoot,
  relative: string,
  options: WalkOptions = {},
): HeldParent | Trouble {
  return holdParent(`${root.path}/${relative}`, [root], options);
}

export function holdParent(
  path: string,
  roots: readonly WireRoot[],
  options: WalkOptions = {},
): HeldParent | Trouble {
  const start = startOf(path, roots);
  if (isTrouble(start)) return start;
  const name = start.names.at(-1);
  if (name === undefined) {
    start.folder.letGo();
    return refused('outside-roots', 'It is the granted folder itself.');
  }
  const folder = descend(start.folder, start.names.slice(0, -1), options);
  return isTrouble(folder) ? folder : { folder, name };
}

/** Holds the folder at the path itself, which may be a granted one. */
export function holdFolder(path: string, roots: readonly WireRoot[]): HeldFolder | Trouble {
  const start = startOf(path, roots);
  return isTrouble(start) ? start : descend(start.folder, start.names, {});
}

interface Start {
  readonly folder: HeldFolder;
  /** The way down from it. */
  readonly names: readonly string[];
}

/** The first of the granted folders that the path lies in and that still is what was granted. */
function startOf(path: string, roots: readonly WireRoot[]): Start | Refused {
  let trouble = refused('outside-roots');
  for (const root of roots) {
    const names = namesBelow(path, root.path);
    if (!names) continue;
    const folder = holdRoot(root);
    if (!isTrouble(folder)) return { folder, names };
    trouble = folder;
  }
  return trouble;
}

/** Lets go of every folder but the last. */
function descend(
  start: HeldFolder,
  names: readonly string[],
  options: WalkOptions,
): HeldFolder | Trouble {
  let folder = start;
  for (const name of names) {
    const next = enter(folder, name, options);
    folder.letGo();
    if (isTrouble(next)) return next;
    folder = next;
  }
  return folder;
}

function holdRoot(root: WireRoot): HeldFolder | Refused {
  let folder: HeldFolder;
  try {
    folder = new HeldFolder(fs.openSync(root.path, folderFlags));
  } catch {
    return refused('root-changed');
  }
  const { dev, ino } = folder.stat();
  if (String(dev) === root.device && String(ino) === root.inode) return folder;
  folder.letGo();
  return refused('root-changed');
}

function enter(
  folder: HeldFolder,
  name: string,
  { makeFolders }: WalkOptions,
): HeldFolder | Trouble {
  const path = folder.at(name);
  try {
    return new HeldFolder(fs.openSync(path, folderFlags));
  } catch (error) {
    if (isLinkCode(error)) return linkOrFile(path);
    if (codeOf(error) !== 'ENOENT' || !makeFolders) return troubleOf(error);
    return makeFolder(folder, name);
  }
}

function makeFolder(folder: HeldFolder, name: string): HeldFolder | Trouble {
  const problem = newNameProblem(name);
  if (problem) return refused('bad-path', problem);
  try {
    fs.mkdirSync(folder.at(name));
  } catch (error) {
    // Somebody else made something there first; what it is shows when we enter it.
    if (codeOf(error) !== 'EEXIST') return troubleOf(error);
  }
  return enter(folder, name, {});
}

/** Both stop the walk; the words differ. */
function linkOrFile(path: string): Refused {
  const stat = fs.lstatSync(path, { throwIfNoEntry: false });
  if (stat && !stat.isSymbolicLink() && !stat.isDirectory())
    return refused('not-a-folder', 'A file stands on the way.');
  return refused('outside-roots', 'A link was put in its place.');
}

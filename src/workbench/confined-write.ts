/** New bytes in a confined file: made anew or put in the place of the old, never half of each. */
import { randomBytes } from 'node:crypto';
import fs, { constants } from 'node:fs';
import { promisify } from 'node:util';
import { newNameProblem } from '../shared/confined/path-names.ts';
import { failed, refused } from '../shared/outcomes.ts';
import {
  holdParent,
  type HeldFolder,
  type HeldParent,
  type WalkOptions,
  type WireRoot,
} from './confined-folder.ts';
import { pinEntry, type PinnedFile } from './confined-read.ts';
import { codeOf, isTrouble, troubleOf, type Trouble } from './confined-trouble.ts';
import { isVersion, versionOf, type FileVersion } from './confined-version.ts';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_DIRECTORY, O_WRONLY } = constants;
const newFile = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
const sync = promisify(fs.fsync);

export interface ReplaceOptions {
  /** What the caller has seen; if the file is another by now, it is left alone. */
  readonly expected?: FileVersion;
  /** The person knows of the other name and that it will keep the old content. */
  readonly mayBreakHardLink?: boolean;
}

export async function createConfinedFile(
  path: string,
  roots: readonly WireRoot[],
  content: string | Buffer,
  options: WalkOptions = {},
): Promise<FileVersion | Trouble> {
  const parent = holdParent(path, roots, options);
  if (isTrouble(parent)) return parent;
  const { folder, name } = parent;
  try {
    const problem = newNameProblem(name);
    if (problem) return refused('bad-path', problem);
    const version = await writeNew(folder, name, content);
    await syncFolder(folder);
    return version;
  } catch (error) {
    return troubleOf(error);
  } finally {
    folder.letGo();
  }
}

/** A new file takes the place of the old one; whoever has the old one open keeps reading it whole. */
export async function replaceConfinedFile(
  path: string,
  roots: readonly WireRoot[],
  content: string | Buffer,
  options: ReplaceOptions = {},
): Promise<FileVersion | Trouble> {
  const parent = holdParent(path, roots);
  if (isTrouble(parent)) return parent;
  const old = pinEntry(parent);
  try {
    if (isTrouble(old)) return old;
    return notReplaceable(old, options) ?? (await replace(parent, old, content));
  } catch (error) {
    return troubleOf(error);
  } finally {
    if (!isTrouble(old)) old.letGo();
    parent.folder.letGo();
  }
}

function notReplaceable(old: PinnedFile, options: ReplaceOptions): Trouble | null {
  if (options.expected && !isVersion(old.stat, options.expected)) return refused('stale');
  if (old.stat.nlink > 1n && !options.mayBreakHardLink) return refused('hard-link');
  try {
    // A new file would be writable although the old one is not.
    fs.accessSync(old.here, constants.W_OK);
    return null;
  } catch (error) {
    return failed('action-failed', `The file may not be written (${codeOf(error)}).`);
  }
}

async function replace(
  { folder, name }: HeldParent,
  old: PinnedFile,
  content: string | Buffer,
): Promise<FileVersion | Trouble> {
  const temporary = `.gatehouse-${randomBytes(8).toString('hex')}.tmp`;
  const version = await writeNew(folder, temporary, content, old.stat);
  const now = fs.lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });
  if (!now || !isVersion(now, versionOf(old.stat))) {
    removeIfOurs(folder, temporary, version);
    return refused('stale');
  }
  try {
    fs.renameSync(folder.at(temporary), folder.at(name));
  } catch (error) {
    removeIfOurs(folder, temporary, version);
    throw error;
  }
  await syncFolder(folder);
  return versionOf(fs.lstatSync(folder.at(name), { bigint: true }));
}

/** Whole and on disk, or not there. */
async function writeNew(
  folder: HeldFolder,
  name: string,
  content: string | Buffer,
  inPlaceOf?: fs.BigIntStats,
): Promise<FileVersion> {
  // Until it has the rights of the file it stands in for, nobody else may look into it.
  const fd = fs.openSync(folder.at(name), newFile, inPlaceOf ? 0o600 : 0o666);
  try {
    writeWhole(fd, Buffer.from(content));
    if (inPlaceOf) giveRightsOf(inPlaceOf, fd);
    await sync(fd);
    return versionOf(fs.fstatSync(fd, { bigint: true }));
  } catch (error) {
    removeIfOurs(folder, name, versionOf(fs.fstatSync(fd, { bigint: true })));
    throw error;
  } finally {
    fs.closeSync(fd);
  }
}

/** Throws when the owner cannot be kept. Access lists and attributes are out of Node's reach. */
function giveRightsOf(old: fs.BigIntStats, fd: number): void {
  const { uid, gid } = fs.fstatSync(fd, { bigint: true });
  if (uid !== old.uid || gid !== old.gid) fs.fchownSync(fd, Number(old.uid), Number(old.gid));
  fs.fchmodSync(fd, Number(old.mode) & 0o7777);
}

/** A full disk takes part of the bytes and says so only at the next write. */
function writeWhole(fd: number, bytes: Buffer): void {
  let written = 0;
  while (written < bytes.length) written += fs.writeSync(fd, bytes, written);
}

function removeIfOurs(folder: HeldFolder, name: string, { device, inode }: FileVersion): void {
  const there = fs.lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });
  if (there && String(there.dev) === device && String(there.ino) === inode)
    fs.unlinkSync(folder.at(name));
}

export async function syncFolder(folder: HeldFolder): Promise<void> {
  const fd = fs.openSync(folder.here, O_RDONLY | O_DIRECTORY);
  try {
    await sync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

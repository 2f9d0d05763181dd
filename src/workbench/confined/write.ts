/** Creates and replaces confined files atomically: the old or the new content, never a mix. */
import { randomBytes } from 'node:crypto';
import fs, { constants } from 'node:fs';
import { promisify } from 'node:util';
import { newNameProblem } from '../../shared/files/path-names.ts';
import { failed, refused } from '../../shared/actions/outcomes.ts';
import {
  openParentOf,
  type OpenFolder,
  type OpenParent,
  type WalkOptions,
  type WireRoot,
} from './folder.ts';
import { pinEntry, type PinnedFile } from './read.ts';
import { codeOf, isError, errorOf, type ActionError } from './errors.ts';
import { isVersion, versionOf, type FileVersion } from './version.ts';

const { O_CREAT, O_EXCL, O_WRONLY } = constants;
const newFile = O_WRONLY | O_CREAT | O_EXCL;
const sync = promisify(fs.fsync);

export interface ReplaceOptions {
  /** Refuse if the file is no longer this version. */
  readonly expected?: FileVersion;
  /** The user accepts that the other hard link keeps the old content. */
  readonly mayBreakHardLink?: boolean;
}

export interface CreateOptions extends WalkOptions {
  /** Permissions, from which the umask takes away. */
  readonly mode?: number;
}

export async function createConfinedFile(
  path: string,
  roots: readonly WireRoot[],
  content: string | Buffer,
  options: CreateOptions = {},
): Promise<FileVersion | ActionError> {
  const parent = openParentOf(path, roots, options);
  if (isError(parent)) return parent;
  const { folder, name } = parent;
  try {
    // Check this first: an existing file with a forbidden name is "already there".
    if (folder.lstat(name)) return refused('already-there');
    const problem = options.anyName ? null : newNameProblem(name);
    if (problem) return refused('bad-path', problem);
    const version = await writeNew(folder, name, content, { mode: options.mode ?? 0o666 });
    await folder.sync();
    return version;
  } catch (error) {
    return errorOf(error);
  } finally {
    folder.close();
  }
}

/** Renames a new file over the old one; readers that have the old one open are not disturbed. */
export async function replaceConfinedFile(
  path: string,
  roots: readonly WireRoot[],
  content: string | Buffer,
  options: ReplaceOptions = {},
): Promise<FileVersion | ActionError> {
  const parent = openParentOf(path, roots);
  if (isError(parent)) return parent;
  const old = pinEntry(parent);
  try {
    if (isError(old)) return old;
    return notReplaceable(parent, old, options) ?? (await replace(parent, old, content));
  } catch (error) {
    return errorOf(error);
  } finally {
    if (!isError(old)) old.close();
    parent.folder.close();
  }
}

function notReplaceable(
  { folder, name }: OpenParent,
  old: PinnedFile,
  options: ReplaceOptions,
): ActionError | null {
  if (options.expected && !isVersion(old.stat, options.expected)) return refused('stale');
  if (old.stat.nlink > 1n && !options.mayBreakHardLink) return refused('hard-link');
  try {
    // The replacement would be writable even if the old file is not.
    folder.checkWritable(name, old.fd);
    return null;
  } catch (error) {
    return failed('action-failed', `The file may not be written (${codeOf(error)}).`);
  }
}

async function replace(
  { folder, name }: OpenParent,
  old: PinnedFile,
  content: string | Buffer,
): Promise<FileVersion | ActionError> {
  const temporary = `.gatehouse-${randomBytes(8).toString('hex')}.tmp`;
  const version = await writeNew(folder, temporary, content, { inPlaceOf: old.stat });
  const now = folder.lstat(name);
  if (!now || !isVersion(now, versionOf(old.stat))) {
    removeIfOurs(folder, temporary, version);
    return refused('stale');
  }
  // Where Windows has only its older way of renaming (FAT), a file that is open is not replaced.
  if (process.platform === 'win32') old.close();
  try {
    folder.rename(temporary, folder, name);
  } catch (error) {
    removeIfOurs(folder, temporary, version);
    throw error;
  }
  await folder.sync();
  const replaced = folder.lstat(name);
  return replaced ? versionOf(replaced) : refused('stale');
}

/** Complete and synced, or not there. */
async function writeNew(
  folder: OpenFolder,
  name: string,
  content: string | Buffer,
  { mode = 0o600, inPlaceOf }: { readonly mode?: number; readonly inPlaceOf?: fs.BigIntStats },
): Promise<FileVersion> {
  // Private until it has the permissions of the file it replaces.
  const fd = folder.open(name, newFile, mode);
  try {
    writeWhole(fd, Buffer.from(content));
    if (inPlaceOf) copyOwnerAndMode(inPlaceOf, fd);
    await sync(fd);
    return versionOf(fs.fstatSync(fd, { bigint: true }));
  } catch (error) {
    removeIfOurs(folder, name, versionOf(fs.fstatSync(fd, { bigint: true })));
    throw error;
  } finally {
    fs.closeSync(fd);
  }
}

/** Throws if the owner cannot be kept. Node cannot copy ACLs or extended attributes. */
function copyOwnerAndMode(old: fs.BigIntStats, fd: number): void {
  const { uid, gid } = fs.fstatSync(fd, { bigint: true });
  if (uid !== old.uid || gid !== old.gid) fs.fchownSync(fd, Number(old.uid), Number(old.gid));
  fs.fchmodSync(fd, Number(old.mode) & 0o7777);
}

/** On a full disk a write may be partial; the error comes with the next write. */
function writeWhole(fd: number, bytes: Buffer): void {
  let written = 0;
  while (written < bytes.length) written += fs.writeSync(fd, bytes, written);
}

function removeIfOurs(folder: OpenFolder, name: string, { device, inode }: FileVersion): void {
  const there = folder.lstat(name);
  if (there && String(there.dev) === device && String(there.ino) === inode) folder.unlink(name);
}

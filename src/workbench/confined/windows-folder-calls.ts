/**
 * Folder calls on Windows: NtCreateFile opens an entry by its open folder and one name, as openat does
 * elsewhere. No link, junction or other reparse point is followed, and an open folder can be neither
 * renamed nor removed until it is closed. Run under Wine (`npm run test:world -- windows-files`);
 * never on real Windows.
 */
import fs, { constants } from 'node:fs';
import path from 'node:path';
import { koffi } from '../basics/tools.ts';
import type { EntryName, FolderCalls, RawEntry } from './folder-calls.ts';
import { CallError } from './native-errors.ts';
import { windowsNameProblem } from './windows-names.ts';
import { access, disposition, openWindows, share, type NativeWindows } from './windows-native.ts';

const { O_CREAT, O_EXCL, O_RDWR, O_TRUNC, O_WRONLY } = constants;
/** The type of a link in a mode of POSIX. */
const [typeMask, linkType] = [0o170000n, 0o120000n];
const isReadOnly = 0x1;
const isDirectory = 0x10;
const isReparsePoint = 0x400;

let calls: FolderCalls | null = null;

/** Loads the libraries when they are first used. Throws if there is no build of koffi for this system. */
export function windowsFolderCalls(): FolderCalls {
  calls ??= callsOn(openWindows(koffi()));
  return calls;
}

interface EntryOpenOptions {
  readonly access: number;
  readonly share?: number;
  readonly disposition?: number;
  readonly kind?: 'folder' | 'file';
  readonly mayBeLink?: boolean;
}

/** Whatever others do with the entry meanwhile. */
const everyone = share.read | share.write | share.delete;

/** The primitives that all calls use. */
function entriesOf(native: NativeWindows) {
  const handleOf = (folder: number | null): number =>
    folder === null ? 0 : native.handleOf(folder);

  /** The entry itself, never what a link leads to; throws for a link, unless that is wanted. */
  const open = (entry: EntryName, how: EntryOpenOptions): number => {
    const name = nameOf(entry);
    const handle = native.open(handleOf(entry.folder), name, {
      access: how.access | access.readAttributes,
      share: how.share ?? everyone,
      disposition: how.disposition ?? disposition.open,
      ...(how.kind ? { kind: how.kind } : {}),
    });
    try {
      if (!how.mayBeLink && native.attributesOf(handle) & isReparsePoint)
        throw new CallError('ELOOP');
      // Where only the case or a short name leads to it, a rule about its real name was not asked.
      if (entry.folder !== null && native.nameOf(handle) !== name) throw new CallError('ENAME');
      return handle;
    } catch (error) {
      native.close(handle);
      throw error;
    }
  };
  const during = <T>(entry: EntryName, how: EntryOpenOptions, use: (handle: number) => T): T => {
    const handle = open(entry, how);
    try {
      return use(handle);
    } finally {
      native.close(handle);
    }
  };
  const lstat = (entry: EntryName): fs.BigIntStats | undefined => {
    let handle: number;
    try {
      handle = open(entry, { access: 0, mayBeLink: true });
    } catch (error) {
      if (error instanceof CallError && error.code === 'ENOENT') return undefined;
      throw error;
    }
    const isLink = native.attributesOf(handle) & isReparsePoint;
    const fd = native.descriptorOf(handle);
    try {
      const stat = fs.fstatSync(fd, { bigint: true });
      if (isLink) stat.mode = (stat.mode & ~typeMask) | linkType;
      return stat;
    } finally {
      fs.closeSync(fd);
    }
  };
  const remove = (entry: EntryName, isFolder: boolean): void =>
    during(entry, { access: access.delete, mayBeLink: !isFolder }, (handle) => {
      const attributes = native.attributesOf(handle);
      const isRealFolder = (attributes & (isDirectory | isReparsePoint)) === isDirectory;
      if (isRealFolder !== isFolder) throw new CallError(isFolder ? 'ENOTDIR' : 'EISDIR');
      native.remove(handle);
    });

  return { handleOf, open, during, lstat, remove };
}

function callsOn(native: NativeWindows): FolderCalls {
  const { handleOf, open, during, lstat, remove } = entriesOf(native);
  const openFolder = (entry: EntryName): number =>
    native.descriptorOf(
      // Without share.delete: nobody renames or removes the folder while it is open.
      open(entry, { access: access.list, share: share.read | share.write, kind: 'folder' }),
    );
  return {
    openFolder,
    openFile: (entry, flags) =>
      native.descriptorOf(
        open(entry, { access: accessFor(flags), disposition: dispositionFor(flags), kind: 'file' }),
      ),
    pin(entry) {
      // Not as a file: a folder must be told apart from what may not be opened.
      return native.descriptorOf(open(entry, { access: access.readData, mayBeLink: false }));
    },
    pinnedPath: (fd) => native.pathOf(native.handleOf(fd)),
    checkWritable: (entry) =>
      during(entry, { access: access.writeData, kind: 'file' }, (handle) => {
        if (native.attributesOf(handle) & isReadOnly) throw new CallError('EACCES');
      }),
    folderPath: (fd) => native.pathOf(native.handleOf(fd)),
    lstat,
    list: async (fd, max) => native.list(native.handleOf(fd), max).map(rawEntry),
    makeFolder: (entry) =>
      during(
        entry,
        { access: access.list, disposition: disposition.create, kind: 'folder' },
        () => undefined,
      ),
    makeLink() {
      // Windows lets only administrators and developers make links, and of two kinds.
      throw new CallError('ENOTSUP');
    },
    readLink() {
      throw new CallError('ENOTSUP');
    },
    rename(from, to) {
      during(from, { access: access.delete, mayBeLink: true }, (handle) => {
        const attributes = native.attributesOf(handle);
        // Over an empty folder as elsewhere, where Windows renames a folder over nothing.
        const isFolder = (attributes & (isDirectory | isReparsePoint)) === isDirectory;
        if (isFolder && lstat(to)?.isDirectory()) remove(to, true);
        native.rename(handle, handleOf(to.folder), nameOf(to), { mayReplace: !isFolder });
      });
    },
    unlink: (entry) => remove(entry, false),
    removeFolder: (entry) => remove(entry, true),
    // NTFS writes names to its journal; a folder's handle cannot be flushed without a right to change it.
    sync: async () => undefined,
  };
}

function accessFor(flags: number): number {
  if (flags & (O_WRONLY | O_RDWR))
    return access.readData | access.writeData | access.writeAttributes;
  return access.readData;
}

function dispositionFor(flags: number): number {
  if (flags & O_TRUNC) throw new CallError('EINVAL');
  if (!(flags & O_CREAT)) return disposition.open;
  return flags & O_EXCL ? disposition.create : disposition.openOrCreate;
}

function rawEntry(entry: { readonly name: Buffer; readonly attributes: number }): RawEntry {
  const { name, attributes } = entry;
  // What another program put in place of the entry is not looked through, whatever it is.
  if (attributes & isReparsePoint) return { name: wtf8Of(name), kind: 'link' };
  return { name: wtf8Of(name), kind: attributes & isDirectory ? 'folder' : 'file' };
}

/**
 * UTF-8, but halves of characters (which Windows allows in names) become bytes that no UTF-8 has, so
 * that such a name is listed escaped and no path can name it.
 */
function wtf8Of(utf16: Buffer): Buffer {
  const text = utf16.toString('utf16le');
  if (text.isWellFormed()) return Buffer.from(text);
  const parts = Array.from(text, (character) => {
    if (character.isWellFormed()) return Buffer.from(character);
    const unit = character.charCodeAt(0);
    return Buffer.from([0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]);
  });
  return Buffer.concat(parts);
}

/** One name in an open folder, or an absolute path of our own in the form of the kernel. */
function nameOf({ folder, name }: EntryName): string {
  if (folder === null) {
    if (!path.win32.isAbsolute(name) || name.includes('\0')) throw new CallError('EINVAL');
    return kernelPath(path.win32.normalize(name));
  }
  if (windowsNameProblem(name)) throw new CallError('ENAME');
  return name;
}

function kernelPath(plain: string): string {
  if (plain.startsWith('\\\\?\\')) return `\\??\\${plain.slice(4)}`;
  return plain.startsWith('\\\\') ? `\\??\\UNC${plain.slice(1)}` : `\\??\\${plain}`;
}

/**
 * Folder calls on macOS: openat and its relatives, called in the system's C library through koffi.
 * The same code runs on Linux, where all tests of confined files run with it, too; what differs is in
 * the two tables below. Never run on a real Mac.
 */
import fs, { constants } from 'node:fs';
import { getSystemErrorName, promisify } from 'node:util';
import { koffi, type Koffi, type NativeFunction, type NativeLibrary } from '../basics/tools.ts';
import type { EntryName, FolderCalls, RawEntry } from './folder-calls.ts';
import { CallError } from './native-errors.ts';

interface LibraryFacts {
  readonly library: string;
  readonly workingFolder: number;
  readonly closeOnExec: number;
  /** Opens a link itself, and anything else without a right to read it. */
  readonly asItIs: number;
  readonly kindAt: number;
  readonly nameAt: number;
}

const { O_CREAT, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
/** F_GETPATH of macOS, and the longest path it writes. */
const getPath = 50;
const longestPath = 1024;
const syncFile = promisify(fs.fsync);

const linux: LibraryFacts = {
  library: 'libc.so.6',
  workingFolder: -100,
  closeOnExec: 0o2000000,
  // O_PATH | O_NOFOLLOW
  asItIs: 0o10000000 | O_NOFOLLOW,
  kindAt: 18,
  nameAt: 19,
};
const mac: LibraryFacts = {
  library: '/usr/lib/libSystem.B.dylib',
  workingFolder: -2,
  closeOnExec: 0x1000000,
  // O_SYMLINK | O_EVTONLY | O_NONBLOCK
  asItIs: 0x200000 | 0x8000 | 0x4,
  kindAt: 20,
  nameAt: 21,
};
/** Where struct dirent has the length of its record, on both. */
const lengthAt = 16;
const kinds: Readonly<Record<number, RawEntry['kind']>> = { 4: 'folder', 8: 'file', 10: 'link' };

let calls: FolderCalls | null = null;

/** Loads the library when it is first used. Throws if there is no build of koffi for this system. */
export function nativeFolderCalls(): FolderCalls {
  calls ??= load(koffi(), process.platform === 'darwin');
  return calls;
}

function load(native: Koffi, isMac: boolean): FolderCalls {
  const system = isMac ? mac : linux;
  const library = native.load(system.library);
  const call = callsWith(native);
  const read = readerOf(native, library, isMac);
  const c = functionsOf(library);
  const removeFolderFlag = isMac ? 0x80 : 0x200;

  const folderOf = ({ folder }: EntryName): number => folder ?? system.workingFolder;
  const open = (entry: EntryName, flags: number, mode = 0): number => {
    const all = flags | system.closeOnExec;
    return call(c.openat, folderOf(entry), nameOf(entry), all, ...(mode ? ['int', mode] : []));
  };
  const openFolder = (entry: EntryName): number =>
    open(entry, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK);

  return {
    openFolder,
    openFile: (entry, flags, mode) => open(entry, flags | O_NOFOLLOW, flags & O_CREAT ? mode : 0),
    pin: (entry) => open(entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
    // macOS duplicates the descriptor, Linux opens its file again.
    pinnedPath: (fd) => `/dev/fd/${fd}`,
    checkWritable: (entry) => fs.closeSync(open(entry, O_WRONLY | O_NOFOLLOW | O_NONBLOCK)),
    folderPath(fd) {
      if (!isMac) return fs.readlinkSync(`/proc/self/fd/${fd}`);
      const path = Buffer.alloc(longestPath);
      call(c.fcntl, fd, getPath, 'void *', path);
      return path.toString('utf8', 0, path.indexOf(0));
    },
    lstat(entry) {
      let fd: number;
      try {
        fd = open(entry, system.asItIs);
      } catch (error) {
        if (error instanceof CallError && error.code === 'ENOENT') return undefined;
        throw error;
      }
      try {
        return fs.fstatSync(fd, { bigint: true });
      } finally {
        fs.closeSync(fd);
      }
    },
    list: async (fd, max) => read(openFolder({ folder: fd, name: '.' }), max),
    makeFolder: (entry, mode) => void call(c.mkdirat, folderOf(entry), nameOf(entry), mode),
    makeLink(entry, target) {
      if (target.includes(0)) throw new CallError('EINVAL');
      const text = Buffer.concat([target, Buffer.alloc(1)]);
      call(c.symlinkat, text, folderOf(entry), nameOf(entry));
    },
    readLink(entry) {
      const target = Buffer.alloc(4096);
      const length = call(c.readlinkat, folderOf(entry), nameOf(entry), target, target.length);
      return target.subarray(0, length);
    },
    rename: (from, to) =>
      void call(c.renameat, folderOf(from), nameOf(from), folderOf(to), nameOf(to)),
    unlink: (entry) => void call(c.unlinkat, folderOf(entry), nameOf(entry), 0),
    removeFolder: (entry) =>
      void call(c.unlinkat, folderOf(entry), nameOf(entry), removeFolderFlag),
    sync: (fd) => syncFile(fd),
  };
}

function functionsOf(library: NativeLibrary) {
  return {
    // Declared variadic as in C: on Apple Silicon such arguments are passed on the stack.
    openat: library.func('int openat(int folder, const char *name, int flags, ...)'),
    fcntl: library.func('int fcntl(int fd, int command, ...)'),
    mkdirat: library.func('int mkdirat(int folder, const char *name, uint32_t mode)'),
    renameat: library.func('int renameat(int from, const char *name, int to, const char *newName)'),
    unlinkat: library.func('int unlinkat(int folder, const char *name, int flags)'),
    symlinkat: library.func('int symlinkat(void *target, int folder, const char *name)'),
    readlinkat: library.func(
      'int64_t readlinkat(int folder, const char *name, void *buffer, uint64_t size)',
    ),
  };
}

/** Reads the entries of an open folder, and closes it. */
function readerOf(
  native: Koffi,
  library: NativeLibrary,
  isMac: boolean,
): (fd: number, max: number) => readonly RawEntry[] {
  const { kindAt, nameAt } = isMac ? mac : linux;
  // The Intel build of macOS has an older struct dirent under the plain names.
  const suffix = isMac && process.arch === 'x64' ? '$INODE64' : '';
  const fdopendir = library.func(`fdopendir${suffix}`, 'void *', ['int']);
  const readdir = library.func(`readdir${suffix}`, 'void *', ['void *']);
  const closedir = library.func('int closedir(void *directory)');
  return (fd, max) => {
    const directory = fdopendir(fd);
    if (!directory) {
      const error = errorOf(native.errno());
      fs.closeSync(fd);
      throw error;
    }
    try {
      const entries: RawEntry[] = [];
      while (entries.length < max) {
        const record = readdir(directory);
        if (!record) break;
        const length = Number(native.decode(record, lengthAt, 'uint16_t'));
        const bytes = native.decode(record, 0, 'uint8_t', length) as ArrayLike<number>;
        const text = Buffer.from(bytes).subarray(nameAt);
        const name = Buffer.from(text.subarray(0, text.indexOf(0)));
        if (name.equals(self) || name.equals(above)) continue;
        entries.push({ name, kind: kinds[bytes[kindAt] ?? 0] ?? 'other' });
      }
      return entries;
    } finally {
      closedir(directory);
    }
  };
}

const self = Buffer.from('.');
const above = Buffer.from('..');

/** C would end the name at a NUL, and an entry of a folder is one name. */
function nameOf({ folder, name }: EntryName): string {
  const isPath = folder !== null && name.includes('/');
  if (name === '' || name.includes('\0') || name === '..' || isPath) throw new CallError('EINVAL');
  return name;
}

const callsWith =
  (native: Koffi) =>
  (call: NativeFunction, ...args: readonly unknown[]): number => {
    const result = Number(call(...args));
    if (result < 0) throw errorOf(native.errno());
    return result;
  };

const errorOf = (errno: number): CallError => new CallError(getSystemErrorName(-errno));

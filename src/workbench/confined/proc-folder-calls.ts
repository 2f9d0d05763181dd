/**
 * Folder calls on Linux. `/proc/self/fd/N/name` is the entry `name` of the folder open as N, wherever
 * that folder was moved or renamed, so Node's own functions do what openat and its relatives do.
 */
import fs, { constants, type Dirent } from 'node:fs';
import { promisify } from 'node:util';
import type { EntryName, FolderCalls, RawEntry } from './folder-calls.ts';

// Node does not export it; the value is the same on every architecture Electron supports.
export const O_PATH = 0o10000000;
const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY, W_OK } = constants;
const syncFile = promisify(fs.fsync);

const ownPath = (fd: number): string => `/proc/self/fd/${fd}`;
const pathOf = ({ folder, name }: EntryName): string =>
  folder === null ? name : `${ownPath(folder)}/${name}`;

export const procFolderCalls: FolderCalls = {
  openFolder: (entry) => fs.openSync(pathOf(entry), O_PATH | O_DIRECTORY | O_NOFOLLOW),
  openFile: (entry, flags, mode) => fs.openSync(pathOf(entry), flags | O_NOFOLLOW, mode),
  // An O_PATH descriptor never blocks on a pipe or touches a device.
  pin: (entry) => fs.openSync(pathOf(entry), O_PATH | O_NOFOLLOW),
  pinnedPath: ownPath,
  checkWritable: (_entry, pinned) => fs.accessSync(ownPath(pinned), W_OK),
  folderPath: ownPath,
  lstat: (entry) => fs.lstatSync(pathOf(entry), { bigint: true, throwIfNoEntry: false }),
  async list(fd, max) {
    // Node's types allow only text names here.
    const options = { encoding: 'buffer' as BufferEncoding, bufferSize: 256 };
    const entries: RawEntry[] = [];
    for await (const entry of await fs.promises.opendir(ownPath(fd), options)) {
      entries.push({ name: Buffer.from(entry.name), kind: kindOf(entry) });
      if (entries.length === max) break;
    }
    return entries;
  },
  makeFolder: (entry, mode) => fs.mkdirSync(pathOf(entry), { mode }),
  makeLink: (entry, target) => fs.symlinkSync(target, pathOf(entry)),
  readLink: (entry) => fs.readlinkSync(pathOf(entry), { encoding: 'buffer' }),
  rename: (from, to) => fs.renameSync(pathOf(from), pathOf(to)),
  unlink: (entry) => fs.unlinkSync(pathOf(entry)),
  removeFolder: (entry) => fs.rmdirSync(pathOf(entry)),
  async sync(fd) {
    const readable = fs.openSync(ownPath(fd), O_RDONLY | O_DIRECTORY);
    try {
      await syncFile(readable);
    } finally {
      fs.closeSync(readable);
    }
  },
};

function kindOf(entry: Dirent<string | Buffer>): RawEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

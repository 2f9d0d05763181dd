/**
 * Folders that cannot be looked into. Programs of the user would still open a file in one by its name,
 * so those that a command made are opened for their owner; those from before the command stay as they
 * are as long as nobody changes them. Names that are no UTF-8 cannot be followed either: what a command
 * made under such a name gets one that can.
 */
import fs, { constants } from 'node:fs';
import { O_PATH } from '../confined/proc-folder-calls.ts';

const flags = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

export class ClosedFolders {
  readonly #closed = new Map<string, string>();
  readonly #names = new Set<string>();

  forget(): void {
    this.#closed.clear();
    this.#names.clear();
  }

  /** The folder as it can be looked into now; null when it stays closed. */
  opened(folder: string, stat: fs.BigIntStats, mayOpen: boolean): fs.BigIntStats | null {
    if ((stat.mode & 0o500n) === 0o500n || canLookInto(folder)) return stat;
    const stamp = [stat.dev, stat.ino, stat.mtimeNs, stat.ctimeNs].join(':');
    if (!mayOpen) this.#closed.set(folder, stamp);
    if (this.#closed.get(folder) === stamp || !openFolder(folder)) return null;
    return fs.lstatSync(folder, { bigint: true });
  }

  keepOddNames(folder: string): void {
    for (const name of oddNames(folder)) this.#names.add(keyOf(folder, name));
  }

  renameOddNames(folder: string): void {
    for (const name of oddNames(folder)) {
      if (this.#names.has(keyOf(folder, name))) continue;
      const start = Buffer.from(`${folder}/`);
      const to = `${folder}/${readableName(name)}`;
      try {
        if (!fs.existsSync(to)) fs.renameSync(Buffer.concat([start, name]), to);
      } catch {
        // It is gone, or the folder belongs to somebody else.
      }
    }
  }
}

const keyOf = (folder: string, name: Buffer): string => `${folder}/${name.toString('latin1')}`;

/** Of folders only: no protected name has such bytes itself. */
function oddNames(folder: string): readonly Buffer[] {
  return fs
    .readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })
    .filter((entry) => entry.isDirectory() && !isText(entry.name))
    .map(({ name }) => name);
}

const isText = (name: Buffer): boolean => Buffer.from(name.toString('utf8')).equals(name);

const readableName = (name: Buffer): string =>
  [...name]
    .map((byte) => (byte < 128 ? String.fromCodePoint(byte) : `%${byte.toString(16)}`))
    .join('');

function canLookInto(folder: string): boolean {
  try {
    fs.accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Lets its owner list, enter and change it; false when it is somebody else's. */
export function openFolder(folder: string): boolean {
  let fd: number | null = null;
  try {
    fd = fs.openSync(folder, flags);
    const { mode, uid } = fs.fstatSync(fd);
    if (uid !== process.getuid?.()) return false;
    // The descriptor names the folder itself, whatever has its name by now.
    fs.chmodSync(`/proc/self/fd/${fd}`, (mode & 0o7777) | 0o700);
    return true;
  } catch {
    return false;
  } finally {
    if (fd !== null) fs.closeSync(fd);
  }
}

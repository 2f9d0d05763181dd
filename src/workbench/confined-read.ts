/**
 * Opens a file only if it really lies in one of the session's folders at the moment it is open.
 * The gate checked the path before; a link swapped in since then must not lead outside.
 */
import fsSync, { constants } from 'node:fs';
import fs from 'node:fs/promises';
import { refused, type Refused } from '../shared/outcomes.ts';
import { openByComparing } from './confined-by-comparing.ts';
import { holdParent, O_PATH, type HeldParent, type WireRoot } from './confined-folder.ts';
import { asRefusal, isTrouble, troubleOf, type Trouble } from './confined-trouble.ts';

export async function openConfined(
  file: string,
  roots: readonly WireRoot[],
): Promise<fs.FileHandle | Refused> {
  const open = process.platform === 'linux' ? openConfinedFile : openByComparing;
  const opened = await open(file, roots);
  return isTrouble(opened) ? asRefusal(opened) : opened;
}

/** A regular file, open for reading. */
export async function openConfinedFile(
  path: string,
  roots: readonly WireRoot[],
): Promise<fs.FileHandle | Trouble> {
  const file = pinConfinedFile(path, roots);
  if (isTrouble(file)) return file;
  try {
    return await fs.open(file.here, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return troubleOf(error);
  } finally {
    file.letGo();
  }
}

/** A regular file that is held but not opened yet, so that no pipe blocks and no device wakes. */
export interface PinnedFile {
  readonly stat: fsSync.BigIntStats;
  /** Opens exactly this file, whatever its name stands for by now. */
  readonly here: string;
  letGo(): void;
}

export function pinConfinedFile(path: string, roots: readonly WireRoot[]): PinnedFile | Trouble {
  if (roots.some((root) => root.path === path)) return refused('not-a-file');
  const parent = holdParent(path, roots);
  if (isTrouble(parent)) return parent;
  try {
    return pinEntry(parent);
  } finally {
    parent.folder.letGo();
  }
}

export function pinEntry({ folder, name }: HeldParent): PinnedFile | Trouble {
  let fd: number;
  try {
    fd = fsSync.openSync(folder.at(name), O_PATH | constants.O_NOFOLLOW);
  } catch (error) {
    return troubleOf(error);
  }
  const stat = fsSync.fstatSync(fd, { bigint: true });
  if (stat.isFile())
    return { stat, here: `/proc/self/fd/${fd}`, letGo: () => fsSync.closeSync(fd) };
  fsSync.closeSync(fd);
  return stat.isSymbolicLink()
    ? refused('outside-roots', 'A link was put in its place.')
    : refused('not-a-file');
}

/** Reads and changes single files of a granted folder through its open folders: no link is followed. */
import fs, { constants } from 'node:fs';
import { readRegularFile } from '../../main/platform/files/bounded-read.ts';
import { openParentOf, type WireRoot } from '../confined/folder.ts';
import { isError } from '../confined/errors.ts';

/** Null when the way there leads through a link, or when it fails. */
export function inParent<Result>(
  file: string,
  root: WireRoot,
  use: (here: string) => Result,
): Result | null {
  const parent = openParentOf(file, [root]);
  if (isError(parent)) return null;
  try {
    return use(parent.folder.at(parent.name));
  } catch {
    return null;
  } finally {
    parent.folder.close();
  }
}

export const readInside = (file: string, most: number, root: WireRoot): Buffer | null =>
  inParent(file, root, (here) => readRegularFile(here, most));

/** Of a regular file; a command that still runs may have put a link there. */
export function setMode(file: string, mode: number, root: WireRoot): void {
  inParent(file, root, (here) => {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const fd = fs.openSync(here, flags);
    try {
      if (fs.fstatSync(fd).isFile()) fs.fchmodSync(fd, mode);
    } finally {
      fs.closeSync(fd);
    }
  });
}

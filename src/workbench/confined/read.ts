/**
 * Opens a file only if it lies in one of the session's folders at that moment. The gate checked the
 * path before; a link swapped in since must not lead outside.
 */
import fsSync, { constants } from 'node:fs';
import fs from 'node:fs/promises';
import { refused, type Refused } from '../../shared/actions/outcomes.ts';
import {
  openParentOf,
  isElsewhere,
  mountedThere,
  type OpenParent,
  type WireRoot,
} from './folder.ts';
import { asRefusal, isError, isSocketCode, errorOf, type ActionError } from './errors.ts';

export async function openConfined(
  file: string,
  roots: readonly WireRoot[],
): Promise<fs.FileHandle | Refused> {
  const opened = await openConfinedFile(file, roots);
  return isError(opened) ? asRefusal(opened) : opened;
}

/** Opens a regular file for reading. */
export async function openConfinedFile(
  path: string,
  roots: readonly WireRoot[],
): Promise<fs.FileHandle | ActionError> {
  const file = pinConfinedFile(path, roots);
  if (isError(file)) return file;
  try {
    // Windows does not know the second flag.
    const handle = await fs.open(file.here, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (isSameFile(handle.fd, file)) return handle;
    await handle.close();
    return refused('outside-roots', 'Another file was put in its place.');
  } catch (error) {
    return errorOf(error);
  } finally {
    file.close();
  }
}

/** A regular file that was opened without waiting for a pipe. */
export interface PinnedFile {
  readonly fd: number;
  readonly stat: fsSync.BigIntStats;
  /**
   * A path that opens exactly this file, whatever has its name now. On Windows the name at this moment:
   * whoever opens it compares what it opened.
   */
  readonly here: string;
  close(): void;
}

/** Its number may be another file's after that. */
function closeOnce(fd: number): () => void {
  let isOpen = true;
  return () => {
    if (isOpen) fsSync.closeSync(fd);
    isOpen = false;
  };
}

/** Whether it is the file that was pinned. */
function isSameFile(fd: number, { stat }: PinnedFile): boolean {
  const { dev, ino } = fsSync.fstatSync(fd, { bigint: true });
  return dev === stat.dev && ino === stat.ino;
}

export function pinConfinedFile(
  path: string,
  roots: readonly WireRoot[],
): PinnedFile | ActionError {
  if (roots.some((root) => root.path === path)) return refused('not-a-file');
  const parent = openParentOf(path, roots);
  if (isError(parent)) return parent;
  try {
    return pinEntry(parent);
  } finally {
    parent.folder.close();
  }
}

export function pinEntry({ folder, name }: OpenParent): PinnedFile | ActionError {
  let pinned: ReturnType<typeof folder.pin>;
  try {
    pinned = folder.pin(name);
  } catch (error) {
    return isSocketCode(error) ? refused('not-a-file') : errorOf(error);
  }
  const { fd, path } = pinned;
  if (isElsewhere(fd, folder.mount)) {
    fsSync.closeSync(fd);
    return mountedThere();
  }
  const stat = fsSync.fstatSync(fd, { bigint: true });
  if (stat.isFile()) return { fd, stat, here: path, close: closeOnce(fd) };
  fsSync.closeSync(fd);
  return stat.isSymbolicLink()
    ? refused('outside-roots', 'A link was put in its place.')
    : refused('not-a-file');
}

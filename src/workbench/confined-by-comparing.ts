/**
 * Reading where there is no /proc to walk through (macOS, Windows): open first, then see whether what
 * is open is what the path names. A swap can make this refuse, not read a file outside. For changes
 * that is too late, so there are none without a native way (confined-files.ts).
 * Run in our tests on Linux only; never tried on a real macOS or Windows.
 */
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import { namesBelow } from '../shared/confined/path-names.ts';
import { isInside } from '../shared/inside.ts';
import { refused } from '../shared/outcomes.ts';
import type { WireRoot } from './confined-folder.ts';
import { codeOf, troubleOf, type Trouble } from './confined-trouble.ts';

// Windows knows neither flag; the comparison below does not need them.
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export async function openByComparing(
  file: string,
  roots: readonly WireRoot[],
): Promise<fs.FileHandle | Trouble> {
  const root = roots.find((one) => isInside(file, one.path));
  if (!root || (file.startsWith('/') && !namesBelow(file, root.path)))
    return refused('outside-roots');
  const handle = await fs.open(file, openFlags).catch(openTrouble);
  if ('code' in handle) return handle;
  try {
    const problem = await problemOf(handle, file, root);
    if (!problem) return handle;
    await handle.close();
    return problem;
  } catch (error) {
    // What was there a moment ago is gone; it must not stay open because of that.
    await handle.close();
    return troubleOf(error);
  }
}

async function problemOf(
  handle: fs.FileHandle,
  file: string,
  root: WireRoot,
): Promise<Trouble | null> {
  const open = await handle.stat({ bigint: true });
  if (!open.isFile()) return refused('not-a-file');
  const folder = await fs.lstat(root.path, { bigint: true }).catch(() => null);
  if (String(folder?.dev) !== root.device || String(folder?.ino) !== root.inode)
    return refused('root-changed');
  const real = await fs.realpath(file);
  const there = await fs.stat(real, { bigint: true });
  const same = real === file && there.dev === open.dev && there.ino === open.ino;
  return same ? null : refused('outside-roots');
}

/** A socket cannot be opened at all. */
const openTrouble = (error: unknown): Trouble =>
  codeOf(error) === 'ENXIO' ? refused('not-a-file') : troubleOf(error);

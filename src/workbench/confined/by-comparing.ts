/**
 * Reads confined files where there are no folder calls (Windows): opens first, then checks that the
 * open file is the one the path names. A swapped path can cause a refusal but never a read outside.
 * For writes that check comes too late, so there are none here (see files.ts). Tested on Linux
 * only; never run on real Windows.
 */
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import { namesBelow } from '../../shared/files/path-names.ts';
import { isInside } from '../../shared/files/inside.ts';
import { isError, refused } from '../../shared/actions/outcomes.ts';
import type { WireRoot } from './folder.ts';
import { codeOf, errorOf, type ActionError } from './errors.ts';

// Windows has neither flag; the comparison below does not need them.
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export async function openByComparing(
  file: string,
  roots: readonly WireRoot[],
): Promise<fs.FileHandle | ActionError> {
  const root = roots.find((one) => isInside(file, one.path));
  if (!root || (file.startsWith('/') && !namesBelow(file, root.path)))
    return refused('outside-roots');
  const handle = await fs.open(file, openFlags).catch(openError);
  if (isError(handle)) return handle;
  try {
    const problem = await problemOf(handle, file, root);
    if (!problem) return handle;
    await handle.close();
    return problem;
  } catch (error) {
    // The path vanished after opening; close the handle.
    await handle.close();
    return errorOf(error);
  }
}

async function problemOf(
  handle: fs.FileHandle,
  file: string,
  root: WireRoot,
): Promise<ActionError | null> {
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

/** Opening a socket fails with ENXIO. */
const openError = (error: unknown): ActionError =>
  codeOf(error) === 'ENXIO' ? refused('not-a-file') : errorOf(error);

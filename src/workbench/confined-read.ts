/**
 * Opens a file only if it really lies in one of the session's folders at the moment it is open.
 * The gate checked the path before; a link swapped in since then must not lead outside.
 */
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import { isInside } from '../shared/inside.ts';
import { refused, type Refused } from '../shared/outcomes.ts';
import type { Command } from '../shared/plugin-protocol.ts';

type WireRoot = Command['roots'][number];

// Non-blocking, so that opening a pipe with no writer does not hang.
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export async function openConfined(
  file: string,
  roots: readonly WireRoot[],
): Promise<fs.FileHandle | Refused> {
  const root = roots.find((one) => isInside(file, one.path));
  if (!root) return refused('outside-roots');
  const handle = await fs.open(file, openFlags).catch(openProblem);
  if ('kind' in handle) return handle;
  const problem = await problemOf(handle, file, root);
  if (!problem) return handle;
  await handle.close();
  return problem;
}

async function problemOf(
  handle: fs.FileHandle,
  file: string,
  root: WireRoot,
): Promise<Refused | null> {
  const stat = await handle.stat({ bigint: true });
  if (!stat.isFile()) return refused('not-a-file');
  // The root may be gone by now; an error here would leave the file open.
  const folder = await fs.lstat(root.path, { bigint: true }).catch(() => null);
  if (String(folder?.dev) !== root.device || String(folder?.ino) !== root.inode)
    return refused('root-changed');
  return (await isReally(handle, file)) ? null : refused('outside-roots');
}

async function isReally(handle: fs.FileHandle, file: string): Promise<boolean> {
  if (process.platform === 'linux')
    return (await fs.readlink(`/proc/self/fd/${handle.fd}`)) === file;
  const real = await fs.realpath(file);
  const [there, open] = await Promise.all([
    fs.stat(real, { bigint: true }),
    handle.stat({ bigint: true }),
  ]);
  return real === file && there.dev === open.dev && there.ino === open.ino;
}

function openProblem(error: unknown): Refused {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  if (code === 'ENOENT') return refused('not-found');
  if (code === 'ELOOP') return refused('outside-roots', 'A link was put in its place.');
  return refused('not-a-file', `It cannot be opened (${String(code)}).`);
}

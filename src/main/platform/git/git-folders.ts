/**
 * Finds the real git folders of a working tree without running git: it reads a few small regular
 * files and resolves every path they name before following it. Whether the folders may be used is
 * decided in check-repository.ts.
 */
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';

export interface GitFolders {
  /** The folder with HEAD and index of this working tree, as a real path. */
  readonly gitDir: string;
  /** The folder with objects, refs and config; differs from gitDir only in linked worktrees. */
  readonly commonDir: string;
  /** `.git` is a real folder of the working tree, not a link or a file. */
  readonly isOwn: boolean;
  /** The path of the working tree that its `gitdir` file records; null if it has none. */
  readonly backTo: string | null;
}

/** Why there is no repository: nothing is there, or git would not accept it. */
export interface NoGitFolders {
  readonly why: 'none' | 'broken';
}

const maxPointerBytes = 8 * 1024;

/**
 * `base` is the folder to look in, possibly a handle such as /proc/self/fd/7; `top` is its real
 * path.
 */
export async function gitFoldersAt(top: string, base = top): Promise<GitFolders | NoGitFolders> {
  const dotGit = path.join(base, '.git');
  const stat = await fs.lstat(dotGit).catch(() => null);
  if (stat === null) return { why: 'none' };
  const named = stat.isFile() ? await pointerIn(dotGit, 'gitdir: ') : '.git';
  if (named === null) return { why: 'broken' };
  const gitDir = await realFolder(path.resolve(stat.isFile() ? top : base, named));
  if (gitDir === null) return { why: 'broken' };
  // Git itself ignores a folder of that name without HEAD.
  const head = await fs.lstat(path.join(gitDir, 'HEAD')).catch(() => null);
  if (head === null) return { why: stat.isDirectory() ? 'none' : 'broken' };
  const common = await commonDirOf(gitDir);
  if (common === null) return { why: 'broken' };
  const back = await pointerIn(path.join(gitDir, 'gitdir'), '');
  return {
    ...{ gitDir, commonDir: common, isOwn: stat.isDirectory() },
    backTo: back === null ? null : await realParent(path.resolve(gitDir, back)),
  };
}

/** Null if it points nowhere. */
export async function commonDirOf(gitDir: string): Promise<string | null> {
  const file = path.join(gitDir, 'commondir');
  if ((await fs.lstat(file).catch(() => null)) === null) return gitDir;
  const named = await pointerIn(file, '');
  return named === null ? null : realFolder(path.resolve(gitDir, named));
}

/** The single path in a small git file; null if it is not such a file. */
async function pointerIn(file: string, prefix: string): Promise<string | null> {
  const bytes = await readSmallFile(file, maxPointerBytes);
  const text = bytes?.toString('utf8');
  if (!text?.startsWith(prefix)) return null;
  const named = text.slice(prefix.length).replace(/(?<![\r\n])[\r\n]+$/, '');
  return named === '' || /[\0\r\n]/.test(named) || !isWhole(named) ? null : named;
}

/**
 * Invalid UTF-8 is decoded as this character, and the path would then name another file than the
 * one that git opens.
 */
export const isWhole = (name: string): boolean => !name.includes('\uFFFD');

async function realFolder(name: string): Promise<string | null> {
  try {
    const real = await fs.realpath(name);
    return isWhole(real) && (await fs.stat(real)).isDirectory() ? real : null;
  } catch {
    return null;
  }
}

/** The folder may be known by another name; its entries keep their own names. */
async function realParent(file: string): Promise<string> {
  const folder = await fs.realpath(path.dirname(file)).catch(() => path.dirname(file));
  return path.join(folder, path.basename(file));
}

/**
 * Reads a whole regular file of limited size; null for anything else. It is opened without
 * blocking, because a named pipe would block forever, and a link at its end is not followed.
 */
export async function readSmallFile(file: string, most: number): Promise<Buffer | null> {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
  const handle = await fs.open(file, flags).catch(() => null);
  if (handle === null) return null;
  try {
    const stat = await handle.stat();
    if (!stat.isFile() || stat.size > most) return null;
    const buffer = Buffer.alloc(most + 1);
    const { bytesRead } = await handle.read(buffer, 0, most + 1, 0);
    return bytesRead > most ? null : buffer.subarray(0, bytesRead);
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}

/**
 * The nearest folder with a `.git`, from here up to and including `last`; null if there is none.
 */
export async function topAround(folder: string, last: string): Promise<string | null> {
  for (let at = folder; ; at = path.dirname(at)) {
    const found = await gitFoldersAt(at);
    if (!('why' in found) || found.why === 'broken') return at;
    if (at === last || path.dirname(at) === at) return null;
  }
}

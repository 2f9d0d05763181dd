/**
 * Finds the real git folders behind a working tree without git: it reads a few small regular files
 * and never follows what they name without saying where that is. Nothing here decides whether the
 * folders may be used; check-repository.ts does.
 */
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';

export interface GitFolders {
  /** HEAD and index of this working tree, as its real path. */
  readonly gitDir: string;
  /** Objects, refs and config; the same as gitDir but in linked worktrees. */
  readonly commonDir: string;
  /** `.git` is a folder of the working tree itself, and no link or file. */
  readonly isOwn: boolean;
  /** Where its `gitdir` file says that the working tree is; null where it has none. */
  readonly backTo: string | null;
}

/** Why there is none: nothing there, or something that git would not use as a repository. */
export interface NoGitFolders {
  readonly why: 'none' | 'broken';
}

const maxPointerBytes = 8 * 1024;

/**
 * `base` is the folder to look in, which may be a handle such as /proc/self/fd/7; `top` is its real
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
  // Git itself passes over a folder of that name that has no HEAD.
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

/** Null where it leads nowhere. */
export async function commonDirOf(gitDir: string): Promise<string | null> {
  const file = path.join(gitDir, 'commondir');
  if ((await fs.lstat(file).catch(() => null)) === null) return gitDir;
  const named = await pointerIn(file, '');
  return named === null ? null : realFolder(path.resolve(gitDir, named));
}

/** The one path that a small file of git names; null when it is no such file. */
async function pointerIn(file: string, prefix: string): Promise<string | null> {
  const bytes = await readSmallFile(file, maxPointerBytes);
  const text = bytes?.toString('utf8');
  if (!text?.startsWith(prefix)) return null;
  const named = text.slice(prefix.length).replace(/(?<![\r\n])[\r\n]+$/, '');
  return named === '' || /[\0\r\n]/.test(named) || !isWhole(named) ? null : named;
}

/**
 * Bytes that are no UTF-8 come to us as this sign, and the path would be one of another file than
 * the one that git opens.
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

/** The folder may be known by another name; what lies in it is taken by the name it has. */
async function realParent(file: string): Promise<string> {
  const folder = await fs.realpath(path.dirname(file)).catch(() => path.dirname(file));
  return path.join(folder, path.basename(file));
}

/**
 * A regular file, whole, at most so many bytes; null for anything else. It is opened without
 * waiting, since a named pipe would wait for ever, and a link at its end is not followed.
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

/** The nearest folder with a `.git`, from here up to and including `last`; null when there is none. */
export async function topAround(folder: string, last: string): Promise<string | null> {
  for (let at = folder; ; at = path.dirname(at)) {
    const found = await gitFoldersAt(at);
    if (!('why' in found) || found.why === 'broken') return at;
    if (at === last || path.dirname(at) === at) return null;
  }
}

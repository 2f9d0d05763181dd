/**
 * Whether a repository's index names only files of its working tree. Git validates names when it
 * writes an index, not when it reads one: `/etc/passwd` or `../x` would be read, shown and staged.
 * Git lists the names itself, because only it knows which ones it will use.
 */
import type { BigIntStats } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';

const kept = new Map<string, string>();
const mostKept = 1_000;
/**
 * A file that changed this recently may change again with the same timestamp, so its result is not
 * cached.
 */
const racyMs = 100;

/** Lists all names, NUL-terminated; null if git fails. */
export type ListNames = () => Promise<string | null>;

/** Null if all names are fine. */
export async function whyNotIndex(
  gitDir: string,
  list: ListNames,
): Promise<'unreadable' | 'leads away' | null> {
  const files = await indexFilesIn(gitDir);
  if (files.length === 0) return null;
  const identity = files.map(([name, stat]) => `${name}:${identityOf(stat)}`).join();
  if (kept.get(gitDir) === identity) return null;
  const names = await list();
  if (names === null) return 'unreadable';
  if (!names.split('\0').every(isPlainName)) return 'leads away';
  if (files.every(([, stat]) => Date.now() - Number(stat.ctimeMs) > racyMs)) {
    if (kept.size >= mostKept) kept.clear();
    kept.set(gitDir, identity);
  }
  return null;
}

const identityOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  [dev, ino, size, mtimeNs, ctimeNs].join(':');

/** Includes the shared part of a split index. */
async function indexFilesIn(gitDir: string): Promise<(readonly [string, BigIntStats])[]> {
  const entries = await fs.readdir(gitDir).catch(() => []);
  const names = entries.filter((name) => name === 'index' || name.startsWith('sharedindex.'));
  const stats = names.map(async (name) => {
    const stat = await fs.stat(path.join(gitDir, name), { bigint: true }).catch(() => null);
    return stat === null ? [] : [[name, stat] as const];
  });
  return (await Promise.all(stats)).flat();
}

const separator = process.platform === 'win32' ? /[\\/]/ : '/';

/**
 * Like git's own check for new names. The end of the list is empty, and a sparse folder ends in
 * `/`.
 */
export function isPlainName(name: string): boolean {
  if (name === '') return true;
  if (process.platform === 'win32' && /^[a-z]:/i.test(name)) return false;
  return name.replace(/\/$/, '').split(separator).every(isPlainPart);
}

const isPlainPart = (part: string): boolean =>
  part !== '' && part !== '.' && part !== '..' && !/^(\.git|git~1)[. ]*$/i.test(part);

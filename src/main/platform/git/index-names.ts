/**
 * Whether the index of a repository names files of its working tree only. Git checks the names when
 * it makes an index, not when it reads one: `/etc/passwd` or `../x` in it would be read, shown and
 * staged from there. Git lists the names itself, since only it knows which of them it will use.
 */
import type { BigIntStats } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';

const kept = new Map<string, string>();
const mostKept = 1_000;
/** A file changed this recently may change again without a new time stamp, so nothing is remembered about it. */
const racyMs = 100;

/** Lists all names, each ended by NUL; null where git does not. */
export type ListNames = () => Promise<string | null>;

/** Null where nothing is wrong with it. */
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

/** With what a split index shares with others. */
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

/** As git's own check for new names. The end of a list is no name, and a sparse folder ends in `/`. */
export function isPlainName(name: string): boolean {
  if (name === '') return true;
  if (process.platform === 'win32' && /^[a-z]:/i.test(name)) return false;
  return name.replace(/\/$/, '').split(separator).every(isPlainPart);
}

const isPlainPart = (part: string): boolean =>
  part !== '' && part !== '.' && part !== '..' && !/^(\.git|git~1)[. ]*$/i.test(part);

/** A fingerprint of the files at some paths; it changes when any of them changes. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import { readHandle } from '../files/bounded-read.ts';
import { isMissing } from '../files/private-file.ts';

/**
 * Larger files are compared by size and times, which a writer could fake only by changing the
 * clock.
 */
const maxHashedBytes = 4 * 1024 * 1024;
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export async function fingerprint(paths: readonly string[]): Promise<string> {
  const prints: unknown[] = [];
  for (const path of paths) prints.push([path, ...(await printOf(path))]);
  return createHash('sha256').update(JSON.stringify(prints)).digest('hex');
}

async function printOf(path: string): Promise<readonly string[]> {
  try {
    const stat = await fs.lstat(path, { bigint: true });
    const facts = [stat.mode, stat.nlink, stat.size].map(String);
    if (stat.isFile() && stat.size <= maxHashedBytes)
      return ['file', ...facts, await contentHash(path)];
    // A replaced folder or device of the same name counts as changed, and so does a folder with
    // other entries.
    return [...facts, ...[stat.dev, stat.ino, stat.mtimeNs, stat.ctimeNs].map(String)];
  } catch (error) {
    return [isMissing(error) ? 'missing' : 'unreadable'];
  }
}

async function contentHash(path: string): Promise<string> {
  const handle = await fs.open(path, openFlags);
  try {
    const stat = await handle.stat();
    // The file was replaced or has grown since the check, so it is not read.
    if (!stat.isFile() || stat.size > maxHashedBytes) return `changed ${stat.ino} ${stat.size}`;
    const bytes = await readHandle(handle, maxHashedBytes);
    return bytes ? createHash('sha256').update(bytes).digest('hex') : `changed ${stat.ino} grows`;
  } finally {
    await handle.close();
  }
}

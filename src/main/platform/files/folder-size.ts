/** How much disk space a folder uses. Bounded: of a very large folder only a part is counted. */
import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';

const maxEntries = 50_000;
const blockBytes = 512;

/** Entries that disappear meanwhile are not counted. */
export async function sizeOfFolder(folder: string): Promise<number> {
  let [bytes, entries] = [0, 0];
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const listed = await opendir(next).catch(() => null);
    if (!listed) continue;
    for await (const entry of listed) {
      entries += 1;
      if (entries > maxEntries) return bytes;
      const name = path.join(next, entry.name);
      if (entry.isDirectory()) waiting.push(name);
      const stat = entry.isFile() ? await lstat(name).catch(() => null) : null;
      bytes += (stat?.blocks ?? 0) * blockBytes;
    }
  }
  return bytes;
}

/**
 * Sets aside a segment that a crash left unfinished. Nothing depends on its lines, because none
 * was reported as written.
 */
import path from 'node:path';
import { appendToFile, type Disk } from './disk.ts';

const unfinished = /^\d{6}\.jsonl\.new$/;

/** Resolves to the number of bytes set aside. */
export async function setUnfinishedAside(disk: Disk, folder: string): Promise<number> {
  const names = (await disk.list(folder)).filter((name) => unfinished.test(name));
  let bytes = 0;
  for (const name of names) {
    const file = path.join(folder, name);
    try {
      const content = await disk.read(file);
      if (content.length > 0) await appendToFile(disk, file.replace(/new$/, 'torn'), content);
      await disk.remove(file);
      bytes += content.length;
    } catch {
      // Harmless; the next start tries again.
    }
  }
  return bytes;
}

/** A git index with one entry whose name git would never write itself: such an index has to be refused. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Keeps only the first entry of the index, under another name and without the file's cached times,
 * so that git reads the file again.
 */
export function renameInIndex(gitDir: string, name: string): void {
  const file = path.join(gitDir, 'index');
  const old = fs.readFileSync(file);
  const header = Buffer.from(old.subarray(0, 12));
  header.writeUInt32BE(1, 8);
  const nameBytes = Buffer.byteLength(name);
  const entry = Buffer.alloc(62 + nameBytes + 8 - ((62 + nameBytes) % 8));
  old.copy(entry, 24, 12 + 24, 12 + 28);
  old.copy(entry, 40, 12 + 40, 12 + 60);
  entry.writeUInt16BE(nameBytes, 60);
  entry.write(name, 62);
  const body = Buffer.concat([header, entry]);
  fs.writeFileSync(file, Buffer.concat([body, createHash('sha1').update(body).digest()]));
}

/** What lies in a confined folder, bounded, with every name shown, also one that is no text. */
import fs, { type Dirent } from 'node:fs';
import { holdFolder, type HeldFolder, type WireRoot } from './confined-folder.ts';
import { isTrouble, troubleOf, type Trouble } from './confined-trouble.ts';

export interface ListedEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** False when the name is no UTF-8: its odd bytes are written as \xNN, and no path can name it. */
  readonly nameable: boolean;
}

export interface Listing {
  /** By name. */
  readonly entries: readonly ListedEntry[];
  readonly truncated: boolean;
}

export async function listConfined(
  path: string,
  roots: readonly WireRoot[],
  most = 10_000,
): Promise<Listing | Trouble> {
  const folder = holdFolder(path, roots);
  if (isTrouble(folder)) return folder;
  try {
    return await list(folder, most);
  } catch (error) {
    return troubleOf(error);
  } finally {
    folder.letGo();
  }
}

async function list(folder: HeldFolder, most: number): Promise<Listing> {
  // Node's types know only names that are text.
  const options = { encoding: 'buffer' as BufferEncoding, bufferSize: 256 };
  const entries: ListedEntry[] = [];
  let truncated = false;
  for await (const entry of await fs.promises.opendir(folder.here, options)) {
    truncated = entries.length === most;
    if (truncated) break;
    entries.push(listed(entry));
  }
  return { entries: entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)), truncated };
}

function listed(entry: Dirent<string | Buffer>): ListedEntry {
  const bytes = Buffer.from(entry.name);
  const text = bytes.toString('utf8');
  const nameable = Buffer.from(text).equals(bytes);
  return { name: nameable ? text : escaped(bytes), kind: kindOf(entry), nameable };
}

const escaped = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) =>
      byte < 0x80 ? String.fromCodePoint(byte) : `\\x${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');

function kindOf(entry: Dirent<string | Buffer>): ListedEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

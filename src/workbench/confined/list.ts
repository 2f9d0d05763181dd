/** Lists a confined folder, up to a limit. Names that are not UTF-8 are listed escaped. */
import type { RawEntry } from './folder-calls.ts';
import { openFolderAt, type OpenFolder, type WireRoot } from './folder.ts';
import { isError, errorOf, type ActionError } from './errors.ts';

export interface ListedEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /**
   * False if the name is not UTF-8: such bytes are written as \xNN, and no path can name the entry.
   */
  readonly nameable: boolean;
}

export interface Listing {
  /** Sorted by name. */
  readonly entries: readonly ListedEntry[];
  readonly truncated: boolean;
}

export async function listConfined(
  path: string,
  roots: readonly WireRoot[],
  max = 10_000,
): Promise<Listing | ActionError> {
  const folder = openFolderAt(path, roots);
  if (isError(folder)) return folder;
  try {
    return await list(folder, max);
  } catch (error) {
    return errorOf(error);
  } finally {
    folder.close();
  }
}

async function list(folder: OpenFolder, max: number): Promise<Listing> {
  const found = await folder.list(max + 1);
  const entries = found.slice(0, max).map(listed);
  return {
    entries: entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    truncated: found.length > max,
  };
}

function listed({ name: bytes, kind }: RawEntry): ListedEntry {
  const text = bytes.toString('utf8');
  const nameable = Buffer.from(text).equals(bytes);
  return { name: nameable ? text : escaped(bytes), kind, nameable };
}

const escaped = (bytes: Buffer): string =>
  [...bytes]
    .map((byte) =>
      byte < 0x80 ? String.fromCodePoint(byte) : `\\x${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');

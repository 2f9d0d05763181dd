/** Classifies SQLite errors: the index file is locked, damaged, or cannot be written (disk, memory, permissions). */
export type IndexError = 'locked' | 'no-room' | 'spoiled';

const codes: Readonly<Record<number, IndexError>> = {
  5: 'locked', // SQLITE_BUSY
  6: 'locked', // SQLITE_LOCKED
  3: 'no-room', // SQLITE_PERM
  7: 'no-room', // SQLITE_NOMEM
  8: 'no-room', // SQLITE_READONLY
  13: 'no-room', // SQLITE_FULL
};

/** The file says what cannot be. */
export class SpoiledIndex extends Error {}

/** Null for what has nothing to do with the file: a bug of ours. */
export function indexErrorOf(error: unknown): IndexError | null {
  if (error instanceof SpoiledIndex) return 'spoiled';
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  // The low byte is the code proper, the rest says more about it.
  return codes[Number(error.errcode) & 0xff] ?? 'spoiled';
}

export const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

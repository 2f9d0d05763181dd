/** Classifies SQLite errors: the index file is locked, damaged, or cannot be written (disk, memory, permissions). */
export type IndexError = 'locked' | 'no-space' | 'corrupt';

const codes: Readonly<Record<number, IndexError>> = {
  5: 'locked', // SQLITE_BUSY
  6: 'locked', // SQLITE_LOCKED
  3: 'no-space', // SQLITE_PERM
  7: 'no-space', // SQLITE_NOMEM
  8: 'no-space', // SQLITE_READONLY
  13: 'no-space', // SQLITE_FULL
};

/** The content of the file is inconsistent. */
export class CorruptIndex extends Error {}

/** Null for errors that are unrelated to the file, which are bugs of ours. */
export function indexErrorOf(error: unknown): IndexError | null {
  if (error instanceof CorruptIndex) return 'corrupt';
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  // The low byte is the primary code; the rest is the extended code.
  return codes[Number(error.errcode) & 0xff] ?? 'corrupt';
}

export const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/**
 * Whether an open file is still the one at its path. A descriptor outlives its name: when the file
 * or its folder is renamed, deleted, replaced, unmounted or mounted over, writes still succeed,
 * but nobody finds the lines.
 */
import fs from 'node:fs';
import path from 'node:path';

/** A path, and what was there when it was opened. */
export interface FolderId {
  readonly path: string;
  readonly dev: bigint;
  readonly ino: bigint;
}

export interface ExpectedFile {
  readonly path: string;
  readonly folder: FolderId;
  /** The smallest and largest size that our own writes explain; null if unknown. */
  readonly size: readonly [number, number] | null;
}

type Id = Pick<fs.BigIntStats, 'dev' | 'ino'>;

const isSame = (item: Id, other: Id): boolean => item.dev === other.dev && item.ino === other.ino;

export function folderIdOf(folder: string): FolderId {
  const { dev, ino } = fs.statSync(folder, { bigint: true });
  return { path: folder, dev, ino };
}

export type FileId = Id;

export const fileIdOf = (fd: number): FileId => {
  const { dev, ino } = fs.fstatSync(fd, { bigint: true });
  return { dev, ino };
};

/** Two stat calls of a few microseconds each: cheap enough before every write. */
export function whyMoved(open: FileId, { path: file, folder, size }: ExpectedFile): string | null {
  try {
    const folderNow = fs.statSync(folder.path, { bigint: true, throwIfNoEntry: false });
    if (!folderNow) return `the folder ${folder.path} is gone`;
    if (!isSame(folderNow, folder)) return `another folder is now at ${folder.path}`;
    const named = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false });
    if (!named) return `${path.basename(file)} is gone from ${folder.path}`;
    if (!isSame(named, open)) return `another file is now at ${file}`;
    return whyOtherSize(file, Number(named.size), size);
  } catch (error) {
    return `${file} cannot be checked: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function whyOtherSize(file: string, size: number, expected: ExpectedFile['size']): string | null {
  if (!expected || (size >= expected[0] && size <= expected[1])) return null;
  return `another program changed ${file}: it has ${size} bytes, and ${expected[0]} were written`;
}

/** Decides by size which changed files are recorded. Long lists are checked in slices. */
import fs from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { refused, type ActionError } from '../../../shared/actions/outcomes.ts';
import { systemErrorCode } from '../../../shared/base/system-error.ts';
import type { NameBytes } from './git-lines.ts';

interface SizeLimits {
  readonly fileBytes: number;
  readonly newFiles: number;
  readonly newBytes: number;
}

export interface SortedNames {
  /** Includes files that no longer exist. */
  readonly fit: readonly NameBytes[];
  readonly tooLarge: readonly NameBytes[];
  readonly unreadable: readonly NameBytes[];
  /** Files that are pipes or sockets by now: git would block on them or fail. */
  readonly special: readonly NameBytes[];
}

const sliceSize = 200;

/**
 * Earlier names have priority. `all`: exceeding a limit is an error. `some`: files over the limit
 * are left out, so that no command can prevent the others from being recorded.
 */
export async function sortedBySize(
  workTree: string,
  names: readonly NameBytes[],
  { fileBytes, newFiles, newBytes }: SizeLimits,
  wanted: 'all' | 'some',
): Promise<SortedNames | ActionError> {
  if (wanted === 'all' && names.length > newFiles)
    return refused('too-large-edit', `${names.length} files are new; ${newFiles} can be recorded.`);
  const sorted = {
    fit: [] as NameBytes[],
    tooLarge: [] as NameBytes[],
    unreadable: [] as NameBytes[],
    special: [] as NameBytes[],
  };
  let bytes = 0;
  for (const [at, name] of names.entries()) {
    if (at % sliceSize === sliceSize - 1) await setImmediate();
    if (wanted === 'some' && (at >= newFiles || bytes > newBytes)) {
      sorted.tooLarge.push(name);
      continue;
    }
    const size = sizeOf(Buffer.concat([Buffer.from(`${workTree}/`), Buffer.from(name, 'latin1')]));
    if (typeof size === 'string') sorted[size].push(name);
    else if (size > fileBytes) sorted.tooLarge.push(name);
    else {
      sorted.fit.push(name);
      bytes += size;
    }
  }
  return wanted === 'all' && bytes > newBytes
    ? refused('too-large-edit', `${bytes} bytes are new; ${newBytes} can be recorded.`)
    : sorted;
}

/** Zero for a missing file. */
function sizeOf(file: Buffer): number | 'unreadable' | 'special' {
  try {
    const stat = fs.lstatSync(file, { throwIfNoEntry: false });
    if (!stat) return 0;
    if (stat.isFile()) fs.accessSync(file, fs.constants.R_OK);
    if (stat.isFile()) return stat.size;
    return stat.isSymbolicLink() || stat.isDirectory() ? 0 : 'special';
  } catch (error) {
    return systemErrorCode(error) === 'EACCES' ? 'unreadable' : 0;
  }
}

/** Which changed files can be recorded, by their size. Long lists are looked at in slices. */
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

interface SortedNames {
  /** Those that are gone are among them. */
  readonly fit: readonly NameBytes[];
  readonly tooLarge: readonly NameBytes[];
  readonly unreadable: readonly NameBytes[];
}

const sliceSize = 200;

export async function sortedBySize(
  workTree: string,
  names: readonly NameBytes[],
  { fileBytes, newFiles, newBytes }: SizeLimits,
): Promise<SortedNames | ActionError> {
  if (names.length > newFiles)
    return refused('too-large-edit', `${names.length} files are new; ${newFiles} can be recorded.`);
  const sorted = {
    fit: [] as NameBytes[],
    tooLarge: [] as NameBytes[],
    unreadable: [] as NameBytes[],
  };
  let bytes = 0;
  for (const [at, name] of names.entries()) {
    if (at % sliceSize === sliceSize - 1) await setImmediate();
    const size = sizeOf(Buffer.concat([Buffer.from(`${workTree}/`), Buffer.from(name, 'latin1')]));
    if (size === 'unreadable') sorted.unreadable.push(name);
    else if (size > fileBytes) sorted.tooLarge.push(name);
    else {
      sorted.fit.push(name);
      bytes += size;
    }
  }
  return bytes > newBytes
    ? refused('too-large-edit', `${bytes} bytes are new; ${newBytes} can be recorded.`)
    : sorted;
}

/** Zero for what is gone. */
function sizeOf(file: Buffer): number | 'unreadable' {
  try {
    const stat = fs.lstatSync(file, { throwIfNoEntry: false });
    if (!stat) return 0;
    if (stat.isFile()) fs.accessSync(file, fs.constants.R_OK);
    return stat.isFile() ? stat.size : 0;
  } catch (error) {
    return systemErrorCode(error) === 'EACCES' ? 'unreadable' : 0;
  }
}

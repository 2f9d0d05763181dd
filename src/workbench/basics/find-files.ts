/**
 * Lists the files below a folder with ripgrep, respecting ignore files. Every path is checked again
 * here.
 */
import path from 'node:path';
import { failed } from '../../shared/actions/outcomes.ts';
import { mountsBelow } from '../../main/platform/files/mounts.ts';
import { isInside } from '../../shared/files/inside.ts';
import { openFolderAt } from '../confined/folder.ts';
import { isError, type ActionError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';
import { runProgram } from '../../main/platform/programs/run-program.ts';
import { startError } from '../search/search-pattern.ts';
import { ripgrep } from './tools.ts';

export interface FoundFiles {
  readonly paths: readonly string[];
  readonly truncated: boolean;
}

export interface FindFiles {
  readonly folder: string;
  readonly globs?: readonly string[];
  readonly limit: number;
  readonly timeoutMs?: number;
}

const usualTimeoutMs = 10_000;
const maxListBytes = 64 * 1024 * 1024;

/** Globs that exclude closed folders regardless of the ignore files. */
export function skippedGlobs(folder: string, skip: readonly string[]): readonly string[] {
  return skip
    .filter((one) => isInside(one, folder))
    .flatMap((one) => {
      // Globs have slashes on every system.
      const below = path.relative(folder, one).split(path.sep).join('/');
      return below === '' ? ['!**'] : [`!/${escapeGlob(below)}`, `!/${escapeGlob(below)}/**`];
    });
}

export const escapeGlob = (name: string): string =>
  name.replaceAll(/[*?[\]{}!\\]/g, String.raw`\$&`);

/** Sorted by path. */
export async function findFiles(query: FindFiles, task: Task): Promise<FoundFiles | ActionError> {
  const { folder, limit } = query;
  const listing = await findNames(query, task);
  if (isError(listing)) return listing;
  const below = folder.endsWith(path.sep) ? folder : folder + path.sep;
  return {
    paths: listing.names
      .toSorted()
      .slice(0, limit)
      .map((name) => below + name),
    truncated: listing.names.length > limit || listing.truncated,
  };
}

/** Names relative to the folder, unsorted: sorting a large list costs more than finding it. */
export async function findNames(
  { folder, globs = [], timeoutMs = usualTimeoutMs }: Omit<FindFiles, 'limit'>,
  { roots, skip, signal }: Task,
): Promise<{ readonly names: readonly string[]; readonly truncated: boolean } | ActionError> {
  const program = ripgrep();
  if (!program) return failed('action-failed', 'ripgrep is not available on this system.');
  const openFolder = openFolderAt(folder, roots);
  if (isError(openFolder)) return openFolder;
  try {
    const closed = () => [...skip, ...mountsBelow(folder)];
    const allGlobs = [...globs, '!.git', ...skippedGlobs(folder, closed())];
    const end = await runProgram({
      program,
      args: [
        '--no-config',
        '--files',
        '--one-file-system',
        '--hidden',
        '--null',
        ...allGlobs.flatMap((item) => ['--glob', item]),
      ],
      cwd: openFolder.here,
      env: { LANG: 'C.UTF-8' },
      timeoutMs,
      outputBytes: maxListBytes,
      signal,
    });
    if ('notStarted' in end) return failed('action-failed', `ripgrep: ${end.notStarted}.`);
    const startFailure = startError(end);
    if (startFailure) return startFailure;
    const all = end.stdout.toString('utf8').split('\0').slice(0, -1);
    // Includes file systems mounted during the search.
    const late = closed();
    const isOpen = (name: string): boolean =>
      !late.some((item) => isInside(path.join(folder, name), item));
    const names = late.length === 0 ? all : all.filter(isOpen);
    return { names, truncated: end.timedOut || end.truncated };
  } finally {
    openFolder.close();
  }
}

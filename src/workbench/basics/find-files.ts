/** The files below a folder that nobody ignores, by ripgrep; every path is checked by us again. */
import path from 'node:path';
import { failed } from '../../shared/outcomes.ts';
import { isInside } from '../../shared/inside.ts';
import { holdFolder } from '../confined-folder.ts';
import { isTrouble, type Trouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import { runProgram } from '../../main/platform/programs/run-program.ts';
import { whyNotBegun } from '../search/sought.ts';
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
const mostListBytes = 64 * 1024 * 1024;

/** What of a search's folder is left out whatever the ignore files say. */
export function skippedGlobs(folder: string, skip: readonly string[]): readonly string[] {
  return skip
    .filter((one) => isInside(one, folder))
    .flatMap((one) => {
      const below = path.relative(folder, one);
      return below === '' ? ['!**'] : [`!/${escapeGlob(below)}`, `!/${escapeGlob(below)}/**`];
    });
}

export const escapeGlob = (name: string): string =>
  name.replaceAll(/[*?[\]{}!\\]/g, String.raw`\$&`);

/** By path. */
export async function findFiles(wanted: FindFiles, task: Task): Promise<FoundFiles | Trouble> {
  const { folder, limit } = wanted;
  const found = await findNames(wanted, task);
  if (isTrouble(found)) return found;
  const below = folder.endsWith(path.sep) ? folder : folder + path.sep;
  return {
    paths: found.names
      .toSorted()
      .slice(0, limit)
      .map((name) => below + name),
    truncated: found.names.length > limit || found.truncated,
  };
}

/** Below the folder, and in no order: to put many of them in order costs more than to find them. */
export async function findNames(
  { folder, globs = [], timeoutMs = usualTimeoutMs }: Omit<FindFiles, 'limit'>,
  { roots, skip, signal }: Task,
): Promise<{ readonly names: readonly string[]; readonly truncated: boolean } | Trouble> {
  const program = ripgrep();
  if (!program) return failed('action-failed', 'ripgrep is not there for this system.');
  const held = holdFolder(folder, roots);
  if (isTrouble(held)) return held;
  try {
    const chosen = [...globs, '!.git', ...skippedGlobs(folder, skip)];
    const end = await runProgram({
      program,
      args: [
        '--no-config',
        '--files',
        '--hidden',
        '--null',
        ...chosen.flatMap((one) => ['--glob', one]),
      ],
      cwd: held.here,
      env: { LANG: 'C.UTF-8' },
      timeoutMs,
      outputBytes: mostListBytes,
      signal,
    });
    if ('notStarted' in end) return failed('action-failed', `ripgrep: ${end.notStarted}.`);
    const notBegun = whyNotBegun(end);
    if (notBegun) return notBegun;
    const names = end.stdout.toString('utf8').split('\0').slice(0, -1);
    return { names, truncated: end.timedOut || end.truncated };
  } finally {
    held.letGo();
  }
}

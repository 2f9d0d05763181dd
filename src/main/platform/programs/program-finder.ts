/**
 * Resolves a program's name to a file the way we start it: on a PATH of fixed folders, never in
 * the current folder of a command. A program inside a granted root was, or could have been,
 * written by the agent itself.
 */
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '../../../shared/files/inside.ts';
import type { FoundProgram, ProgramNotFound } from '../../core/dependencies.ts';

export interface FinderSettings {
  /** Like PATH. Relative entries are ignored. */
  readonly path: string;
  readonly roots: readonly string[];
  /** Where a name with a slash is looked up. */
  readonly cwd: string;
  readonly platform?: NodeJS.Platform;
}

export type FinderAnswer = FoundProgram | ProgramNotFound;

const no = (kind: ProgramNotFound['kind'], sentence: string): ProgramNotFound => ({
  kind,
  sentence,
});

const shellScript = /\.(?:bat|cmd)$/i;

export async function findProgram(name: string, settings: FinderSettings): Promise<FinderAnswer> {
  const error = errorWith(name);
  if (error !== null) return no('refused', error);
  for (const candidate of candidates(name, settings)) {
    const found = await findIn(candidate, settings);
    if (found !== null) return found;
  }
  return no('not-found', `There is no program called ${JSON.stringify(name)}.`);
}

function errorWith(name: string): string | null {
  if (name === '' || name === '.' || name === '..') return 'It names no program.';
  if (name.includes('\0')) return 'The name holds a NUL character.';
  // cmd.exe would parse the arguments again by its own rules (CVE-2024-27980).
  if (shellScript.test(name.replace(/(?<![. ])[. ]+$/, '')))
    return 'Scripts of cmd.exe are not started.';
  return null;
}

function candidates(name: string, settings: FinderSettings): readonly string[] {
  const windows = isWindows(settings);
  const rules = windows ? path.win32 : path.posix;
  const places = /[/\\]/.test(windows ? name : name.replaceAll('\\', ''))
    ? [rules.resolve(settings.cwd, name)]
    : fixedFolders(settings).map((folder) => rules.join(folder, name));
  if (!windows || /\.(?:exe|com)$/i.test(name)) return places;
  return places.flatMap((place) => [`${place}.exe`, `${place}.com`]);
}

const isWindows = ({ platform = process.platform }: FinderSettings): boolean =>
  platform === 'win32';

/** `.`, empty entries and all other relative ones would mean the current folder. */
export function fixedFolders(settings: FinderSettings): readonly string[] {
  const windows = isWindows(settings);
  const rules = windows ? path.win32 : path.posix;
  return settings.path
    .split(rules.delimiter)
    .filter((entry) => rules.isAbsolute(entry) && !(windows && /^[/\\](?![/\\])/.test(entry)));
}

async function findIn(place: string, { roots }: FinderSettings): Promise<FinderAnswer | null> {
  try {
    const real = await fs.realpath(place);
    if (!(await fs.stat(real)).isFile()) return null;
    await fs.access(real, constants.X_OK);
    if (shellScript.test(real)) return no('refused', 'Scripts of cmd.exe are not started.');
    const folder = await fs.realpath(path.dirname(place));
    const insideRoot = [place, folder, real].some((item) =>
      roots.some((root) => isInside(item, root)),
    );
    return { kind: 'found', path: place, real, insideRoot };
  } catch {
    return null;
  }
}

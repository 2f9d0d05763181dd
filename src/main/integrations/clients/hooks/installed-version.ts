/**
 * The version of an installed client, read from the files around its program, because starting it
 * every few seconds would be too slow. Null if these files do not tell.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readRegularFile } from '../../../platform/files/bounded-read.ts';

const maxPackageBytes = 200_000;
const maxLevels = 5;
const version = /^\d+\.\d+\.\d+/;
const Package = z.object({ name: z.string(), version: z.string().regex(version) });

export async function installedVersion(
  program: string | null,
  packages: readonly string[],
): Promise<string | null> {
  const real = program === null ? null : await fs.realpath(program).catch(() => null);
  if (real === null) return null;
  // Claude Code's own installer uses the version as the program's name.
  if (version.test(path.basename(real))) return path.basename(real);
  let folder = path.dirname(real);
  for (let level = 0; level < maxLevels; level += 1) {
    const found = packageIn(folder);
    if (found && packages.includes(found.name)) return found.version;
    folder = path.dirname(folder);
  }
  return null;
}

function packageIn(folder: string): z.infer<typeof Package> | null {
  try {
    const content = readRegularFile(path.join(folder, 'package.json'), maxPackageBytes);
    return content ? Package.parse(JSON.parse(content.toString('utf8'))) : null;
  } catch {
    return null;
  }
}

/** Compares the three numbers; suffixes such as `-beta` are ignored. */
export function isNewer(candidate: string, tested: string): boolean {
  const [installed, known] = [candidate, tested].map((text) =>
    text.split(/[.+-]/).slice(0, 3).map(Number),
  );
  for (const at of [0, 1, 2]) {
    const difference = (installed?.[at] ?? 0) - (known?.[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

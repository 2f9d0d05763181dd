/**
 * The maintained table of programs, by name. A program that is not in it has unknown effects, so
 * the user is asked.
 */
import type { ProgramFamily, ProgramSpec } from './program-spec.ts';
import { cloudsFamily } from './programs/clouds.ts';
import { filesFamily } from './programs/files.ts';
import { gitFamily } from './programs/git.ts';
import { javascriptFamily } from './programs/javascript.ts';
import { mediaFamily } from './programs/media.ts';
import { buildFamily, nativeFamily } from './programs/native.ts';
import { networkFamily } from './programs/network.ts';
import { packagesFamily } from './programs/packages.ts';
import { pythonFamily } from './programs/python.ts';
import { searchFamily } from './programs/search.ts';
import { shellsFamily } from './programs/shells.ts';
import { systemFamily } from './programs/system.ts';
import { textFamily } from './programs/text.ts';

export const families: Readonly<Record<string, ProgramFamily>> = {
  text: textFamily,
  search: searchFamily,
  files: filesFamily,
  git: gitFamily,
  shells: shellsFamily,
  javascript: javascriptFamily,
  python: pythonFamily,
  native: nativeFamily,
  build: buildFamily,
  network: networkFamily,
  clouds: cloudsFamily,
  system: systemFamily,
  packages: packagesFamily,
  media: mediaFamily,
};

export const programs: ReadonlyMap<string, ProgramSpec> = new Map(
  Object.values(families)
    .flat()
    .flatMap(([names, spec]) =>
      names
        .split(/\s+/)
        .filter((name) => name !== '')
        .map((name) => [name, spec] as const),
    ),
);

/** Whether a client is installed: its program is on the PATH or in a usual place, or its folder exists. */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { SystemEnvironment } from '../../../shared/app/data-dir.ts';
import type { ClientSpec } from './catalogue/client-spec.ts';

/** A desktop starts us with a shorter PATH than a terminal's. */
const usualFolders = ['.local/bin', '.npm-global/bin', '.bun/bin', '.cargo/bin', '.volta/bin'];
const usualPlaces = ['/usr/local/bin', '/usr/bin', '/opt/homebrew/bin', '/snap/bin'];

/** The path by which it was found, or null. */
export async function findInstalled(
  spec: ClientSpec,
  at: SystemEnvironment,
): Promise<string | null> {
  const { programs, places } = spec.signs(at);
  const names = at.platform === 'win32' ? programs.flatMap(windowsNames) : programs;
  const folders = [
    ...(at.env['PATH'] ?? '').split(path.delimiter),
    ...(at.platform === 'win32' ? [] : usualPlaces),
    ...usualFolders.map((folder) => path.join(at.home, folder)),
  ].filter((folder) => path.isAbsolute(folder));
  for (const name of names) {
    for (const folder of folders) {
      const file = path.join(folder, name);
      if (await isFile(file)) return file;
    }
  }
  for (const place of places) if (await isThere(place)) return place;
  return null;
}

const windowsNames = (name: string): readonly string[] => [`${name}.exe`, `${name}.cmd`];

const isFile = (file: string): Promise<boolean> =>
  fs.stat(file).then(
    (found) => found.isFile(),
    () => false,
  );

const isThere = (place: string): Promise<boolean> =>
  fs.access(place).then(
    () => true,
    () => false,
  );

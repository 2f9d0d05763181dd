/** The real paths of the folders that an editor has open, without those that do not exist. */
import fs from 'node:fs';
import path from 'node:path';

export function realFolders(claimed: readonly string[]): readonly string[] {
  const real = claimed.flatMap((name) => (path.isAbsolute(name) ? realFolder(name) : []));
  return [...new Set(real)].toSorted();
}

function realFolder(name: string): readonly string[] {
  try {
    const real = fs.realpathSync.native(name);
    return fs.statSync(real).isDirectory() ? [real] : [];
  } catch {
    return [];
  }
}

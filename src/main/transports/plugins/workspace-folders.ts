/** The real folders behind what an editor says it has open; what is not there is left out. */
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

/**
 * Finds bubblewrap only where the administrator can put it. PATH is not used: a program that an
 * agent placed there would see everything that is hidden from the agent.
 */
import fs from 'node:fs';
import path from 'node:path';

const places = ['/usr/bin', '/usr/local/bin', '/bin', '/run/current-system/sw/bin'];

/** The real path; null if there is none that can be trusted. */
export function findSystemProgram(
  name: string,
  folders: readonly string[] = places,
): string | null {
  for (const folder of folders) {
    const real = realPath(path.join(folder, name));
    if (real !== null && isTrusted(real)) return real;
  }
  return null;
}

function realPath(file: string): string | null {
  try {
    return fs.realpathSync.native(file);
  } catch {
    return null;
  }
}

/** Whether the file and all folders above it belong to root and only root can write to them. */
function isTrusted(file: string): boolean {
  try {
    if (!fs.statSync(file).isFile()) return false;
    fs.accessSync(file, fs.constants.X_OK);
    for (let at = file; ; at = path.dirname(at)) {
      const { uid, mode } = fs.statSync(at);
      if (uid !== 0 || (mode & 0o022) !== 0) return false;
      if (at === path.dirname(at)) return true;
    }
  } catch {
    return false;
  }
}

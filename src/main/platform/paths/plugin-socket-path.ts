/** The path of the private socket for plugins. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { secureDataDir } from '../files/data-dir.ts';

/**
 * The system's limit for a socket's path, including the terminating NUL; macOS has the lowest.
 */
const maxSocketPathLength = 103;

/** In the data folder; if that path is too long, in the user's runtime folder. */
export function pluginSocketPath(dataDir: string, platform = process.platform): string {
  const mark = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  if (platform === 'win32') return `\\\\.\\pipe\\gatehouse-plugin-${mark}`;
  const usual = path.join(dataDir, 'plugin.sock');
  if (Buffer.byteLength(usual) <= maxSocketPathLength) return usual;
  const runtime = process.env['XDG_RUNTIME_DIR'];
  const parent = runtime && fs.existsSync(runtime) ? runtime : os.tmpdir();
  return path.join(secureDataDir(path.join(parent, `gatehouse-${mark}`)), 'plugin.sock');
}

/**
 * Programs and native modules that come with Gatehouse. They cannot be bundled: a packaged app has
 * them beside its archive in `resources/tools/node_modules`, the repository in `node_modules`.
 */
import type * as NodePty from '@lydell/node-pty';
import type ParcelWatcher from '@parcel/watcher';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const { resourcesPath } = process as { resourcesPath?: string };
const packaged = resourcesPath && path.join(resourcesPath, 'tools');
const load = createRequire(
  packaged && fs.existsSync(packaged) ? path.join(packaged, 'tools.js') : import.meta.url,
);

const system = `${process.platform}-${process.arch}`;
const exe = process.platform === 'win32' ? '.exe' : '';

/** Throws where there is none for this system. */
export const parcelWatcher = (): typeof ParcelWatcher =>
  load('@parcel/watcher') as typeof ParcelWatcher;

/** Null where it is not there for this system. */
function programIn(file: string): string | null {
  try {
    return load.resolve(file);
  } catch {
    return null;
  }
}

export const ripgrep = (): string | null => programIn(`@vscode/ripgrep-${system}/bin/rg${exe}`);

/** Throws where there is none for this system. */
export const nodePty = (): typeof NodePty => load('@lydell/node-pty') as typeof NodePty;

/** A file that comes with a package; throws where there is none. */
export const toolFile = (file: string): string => load.resolve(file);

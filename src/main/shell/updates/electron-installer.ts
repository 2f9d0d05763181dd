/** Replaces the app by a newer one. electron-updater is loaded when something is to be downloaded. */
import { app } from 'electron';
import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { InstallWay, UpdateSource } from '../../../shared/app/updates.ts';
import type { FileToInstall, InstallableUpdate } from './file-to-install.ts';
import { installWayOf } from './install-way.ts';

export interface ElectronInstaller {
  readonly way: InstallWay;
  readonly built: UpdateSource;
  download(what: FileToInstall, onPercent: (percent: number) => void): Promise<InstallableUpdate>;
}

/** `updates` in the package.json of a package, written by electron-builder.yml. */
const Built = z.object({
  updates: z.object({
    feed: z.string().nullable().default(null),
    publicKey: z.string().nullable().default(null),
  }),
});

export function electronInstaller(appDir: string): ElectronInstaller {
  const isPackage = app.isPackaged || appDir.endsWith('.asar');
  const { platform, env, execPath: program } = process;
  const way = installWayOf({ platform, env, program, isPackage });
  return {
    way,
    built: isPackage ? builtWith(appDir) : nothing,
    async download(what, onPercent) {
      const { downloadUpdate } = await import('./updater.ts');
      return downloadUpdate(what, onPercent);
    },
  };
}

const nothing: UpdateSource = { feed: null, publicKey: null };

function builtWith(appDir: string): UpdateSource {
  try {
    const text = fs.readFileSync(path.join(appDir, 'package.json'), 'utf8');
    return Built.parse(JSON.parse(text)).updates;
  } catch {
    return nothing;
  }
}

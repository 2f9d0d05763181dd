/**
 * electron-updater, for the download and its digest, and on Windows and macOS for the installation.
 * It is handed what the signed feed says and never reads a feed itself.
 */
import { app } from 'electron';
import {
  AppImageUpdater,
  MacUpdater,
  NsisUpdater,
  Provider,
  type AppUpdater,
  type ResolvedUpdateFileInfo,
  type UpdateInfo,
} from 'electron-updater';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider';
import fs from 'node:fs';
import path from 'node:path';
import { replaceFile } from '../../platform/files/replace-file.ts';
import type { FileToInstall, InstallableUpdate } from './file-to-install.ts';

export async function downloadUpdate(
  what: FileToInstall,
  onPercent: (percent: number) => void,
): Promise<InstallableUpdate> {
  const image = process.platform === 'linux' ? process.env['APPIMAGE'] : undefined;
  const updater = updaterOf();
  updater.updateConfigPath = configFile();
  updater.logger = null;
  updater.autoDownload = false;
  // Only a click installs.
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  // Parts of the old file would be mixed with parts of the new one.
  updater.disableDifferentialDownload = true;
  // The feed has no such field, and a number for each installation would tell them apart.
  updater.isUserWithinRollout = () => true;
  updater.setFeedURL({ provider: 'custom', updateProvider: providerOf(what) });
  updater.on('download-progress', ({ percent }) => onPercent(percent));
  // What went wrong also rejects the promises below.
  updater.on('error', () => undefined);
  const checked = await updater.checkForUpdates();
  if (!checked?.isUpdateAvailable) throw new Error('it is not newer than this version');
  const [file] = await updater.downloadUpdate();
  if (file === undefined) throw new Error('no file was saved');
  if (image === undefined)
    return { replace: () => undefined, restart: () => updater.quitAndInstall(true, true) };
  return {
    replace() {
      replaceFile(image, file, what.file.sha512);
      fs.rmSync(file, { force: true });
    },
    restart() {
      // The new app must not find the data folder in use: it starts when this one has ended.
      app.relaunch({ execPath: image, args: process.argv.slice(1) });
      app.quit();
    },
  };
}

function updaterOf(): AppUpdater {
  if (process.platform === 'darwin') return new MacUpdater();
  return process.platform === 'win32' ? new NsisUpdater() : new AppImageUpdater();
}

/** electron-updater reads the name of its cache folder there. */
function configFile(): string {
  const file = path.join(app.getPath('userData'), 'updater.yml');
  fs.writeFileSync(file, 'updaterCacheDirName: gatehouse-updater\n', { mode: 0o600 });
  return file;
}

function providerOf({ version, address, file }: FileToInstall) {
  return class VerifiedRelease extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }

    override async getLatestVersion(): Promise<UpdateInfo> {
      const { name, sha512 } = file;
      const files = [{ url: name, sha512 }];
      return { version, files, path: name, sha512, releaseDate: '' };
    }

    override resolveFiles(info: UpdateInfo): ResolvedUpdateFileInfo[] {
      return info.files.map((item) => ({ url: new URL(address), info: item }));
    }
  };
}

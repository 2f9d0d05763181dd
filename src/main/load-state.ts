/** What is read from disk before anything runs. */
import path from 'node:path';
import { notices } from '../shared/app/notices.ts';
import type { Clock } from './core/dependencies.ts';
import { BackendToken } from './platform/keys/backend-token.ts';
import { BrowserKeys } from './platform/keys/browser-keys.ts';
import { ClientKeys } from './platform/keys/client-keys.ts';
import { prepareDataFormat } from './platform/files/data-format.ts';
import { secureDataDir } from './platform/files/data-dir.ts';
import { InstallKey, type Keyring } from './platform/keys/install-key.ts';
import { openLog } from './platform/system/log.ts';
import { PluginKeys } from './platform/keys/plugin-keys.ts';
import { clearTornWrites } from './platform/files/private-file.ts';
import { hasProblems, SettingsFile } from './platform/files/settings-file.ts';

interface Needed {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly keyring: Keyring;
}

export type LoadedState = Awaited<ReturnType<typeof loadState>>;

export async function loadState({ dataDir: wanted, clock, keyring }: Needed) {
  const dataDir = secureDataDir(wanted);
  const formatChange = await prepareDataFormat(dataDir, clock.now);
  for (const folder of [dataDir, path.join(dataDir, 'state')]) await clearTornWrites(folder);
  const log = openLog(dataDir, clock.now);
  if (formatChange) {
    const { from, to, backup } = formatChange;
    log.named('app').info(`The data folder is now of format ${to} (was ${from}); copy: ${backup}`);
  }
  const settingsFile = new SettingsFile(dataDir, clock.now);
  const read = await settingsFile.load();
  const settings = settingsFile.live;
  const installKey = new InstallKey(dataDir, keyring);
  const { key, lost } = await installKey.load();
  const clientKeys = new ClientKeys(dataDir, clock.now);
  await clientKeys.load();
  const pluginKeys = new PluginKeys(dataDir, clock.now);
  await pluginKeys.load();
  const browserKeys = new BrowserKeys(dataDir, clock.now);
  await browserKeys.load();
  const backendToken = new BackendToken(dataDir);
  await backendToken.load();
  const found = [
    ...(hasProblems(read) ? [notices.brokenSettings(read)] : []),
    ...(lost ? [notices.lostKey] : []),
  ];
  for (const { title, text } of found) log.named('app').error(`${title}. ${text}`);
  const keys = { clientKeys, pluginKeys, browserKeys, backendToken };
  return { dataDir, log, settings, settingsFile, installKey, key, ...keys, found };
}

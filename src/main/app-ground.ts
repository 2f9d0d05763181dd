/** What is read from disk before anything runs. */
import path from 'node:path';
import { notices } from '../shared/notices.ts';
import type { Clock } from './core/needs.ts';
import { BackendToken } from './platform/backend-token.ts';
import { BrowserKeys } from './platform/browser-keys.ts';
import { ClientKeys } from './platform/client-keys.ts';
import { secureDataDir } from './platform/data-dir.ts';
import { InstallKey, type Keyring } from './platform/install-key.ts';
import { openLog } from './platform/log.ts';
import { PluginKeys } from './platform/plugin-keys.ts';
import { clearTornWrites } from './platform/private-file.ts';
import { SettingsFile } from './platform/settings-file.ts';

interface Needed {
  readonly dataDir: string;
  readonly clock: Clock;
  readonly keyring: Keyring;
}

export type Ground = Awaited<ReturnType<typeof layGround>>;

export async function layGround({ dataDir: wanted, clock, keyring }: Needed) {
  const dataDir = secureDataDir(wanted);
  for (const folder of [dataDir, path.join(dataDir, 'state')]) await clearTornWrites(folder);
  const log = openLog(dataDir, clock.now);
  const settingsFile = new SettingsFile(dataDir, clock.now);
  const { broken } = await settingsFile.load();
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
    ...(broken ? [notices.brokenSettings(broken)] : []),
    ...(lost ? [notices.lostKey] : []),
  ];
  for (const { title, text } of found) log.trouble(`${title}. ${text}`);
  const keys = { clientKeys, pluginKeys, browserKeys, backendToken };
  return { dataDir, log, settings, settingsFile, installKey, key, ...keys, found };
}

/** Finds the user's running Gatehouse by its discovery file. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { closed, privateFolder, readPrivateFile } from '../../../../src/cli/private-files.ts';
import type { Discovery } from '../../../../src/shared/app/discovery.ts';
import { dataDirOf } from '../../../../src/shared/app/data-dir.ts';

export type FoundApp = Pick<Discovery, 'port' | 'proofKey' | 'pluginSocket' | 'mcpUrl'>;

const fileName = 'gatehouse.json';

export function dataFolder(setting: string): string {
  if (setting !== '') return setting;
  return dataDirOf({ platform: process.platform, env: process.env, home: os.homedir() });
}

/** Null if none is running or the file cannot be trusted. */
export function findApp(folder: string): FoundApp | null {
  try {
    const stat = readApp(readPrivateFile(privateFolder(folder), fileName, closed.toWriters));
    if (!stat || stat.mcpUrl !== `http://127.0.0.1:${stat.port}/mcp`) return null;
    return isOwnSocket(stat.pluginSocket) ? stat : null;
  } catch {
    return null;
  }
}

/**
 * We send our key there, so the socket must belong to this user. Windows pipes have no owner to
 * check.
 */
function isOwnSocket(socket: string | null): boolean {
  if (socket === null || !process.getuid) return true;
  const stat = fs.lstatSync(socket, { throwIfNoEntry: false });
  return path.isAbsolute(socket) && (!stat || (stat.isSocket() && stat.uid === process.getuid()));
}

export function readApp(text: string): FoundApp | null {
  const parsed = JSON.parse(text) as Partial<Record<keyof FoundApp, unknown>>;
  const { port, proofKey, pluginSocket, mcpUrl } = parsed;
  const fits =
    typeof port === 'number' &&
    typeof proofKey === 'string' &&
    /^[0-9a-f]{64}$/.test(proofKey) &&
    typeof mcpUrl === 'string' &&
    (pluginSocket === null || typeof pluginSocket === 'string');
  return fits ? { port, proofKey, pluginSocket, mcpUrl } : null;
}

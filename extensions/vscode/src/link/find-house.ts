/** Where the Gatehouse of this person runs: its discovery file says so. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Discovery } from '../../../../src/shared/discovery.ts';
import { dataDirOf } from '../../../../src/shared/data-dir.ts';

export type FoundHouse = Pick<Discovery, 'port' | 'proofKey' | 'pluginSocket' | 'mcpUrl'>;

const fileName = 'gatehouse.json';
const largestFile = 65_536;

export function dataFolder(setting: string): string {
  if (setting !== '') return setting;
  return dataDirOf({ platform: process.platform, env: process.env, home: os.homedir() });
}

/** Null when none runs there, or when the file is not ours to believe. */
export function findHouse(folder: string): FoundHouse | null {
  try {
    const file = path.join(folder, fileName);
    const { uid, size } = fs.statSync(file);
    const isOwn = process.getuid === undefined || uid === process.getuid();
    return isOwn && size <= largestFile ? readHouse(fs.readFileSync(file, 'utf8')) : null;
  } catch {
    return null;
  }
}

export function readHouse(text: string): FoundHouse | null {
  const told = JSON.parse(text) as Partial<Record<keyof FoundHouse, unknown>>;
  const { port, proofKey, pluginSocket, mcpUrl } = told;
  const fits =
    typeof port === 'number' &&
    typeof proofKey === 'string' &&
    /^[0-9a-f]{64}$/.test(proofKey) &&
    typeof mcpUrl === 'string' &&
    (pluginSocket === null || typeof pluginSocket === 'string');
  return fits ? { port, proofKey, pluginSocket, mcpUrl } : null;
}

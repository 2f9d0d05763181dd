/** Finds the running app by its discovery file and calls its management door. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { dataDirOf } from '../shared/data-dir.ts';
import { Discovery, discoveryFileName } from '../shared/discovery.ts';
import { Problem } from './problem.ts';

const notRunning = (): Problem =>
  new Problem(
    'not-running',
    'Gatehouse is not running. Start it (in the repository: npm start), then try again.',
  );

export async function findHouse(): Promise<Discovery> {
  const dataDir = dataDirOf({ platform: process.platform, env: process.env, home: os.homedir() });
  try {
    const text = await fs.readFile(path.join(dataDir, discoveryFileName), 'utf8');
    const found = Discovery.parse(JSON.parse(text));
    process.kill(found.pid, 0);
    return found;
  } catch {
    throw notRunning();
  }
}

export async function callHouse<T>(
  method: 'GET' | 'POST',
  route: string,
  body?: unknown,
): Promise<T> {
  const { url, managementTokenFile } = await findHouse();
  const token = await fs.readFile(managementTokenFile, 'utf8').catch(() => {
    throw notRunning();
  });
  const response = await fetch(`${url}${route}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => {
    throw notRunning();
  });
  const answer = (await response.json()) as T & { error?: { message: string; hint: string } };
  if (answer.error) throw new Problem('refused', `${answer.error.message} ${answer.error.hint}`);
  return answer;
}

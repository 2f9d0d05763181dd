/**
 * The proxy's own client key, made once through the management door and kept for the person alone.
 * A key that was taken back stays taken back: nothing here makes a new one unasked.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { clientKeyFolder } from '../../shared/client-key-folder.ts';
import type { House } from '../house-client.ts';
import { Problem } from '../problem.ts';
import { sleep } from './connection.ts';

export interface KeyWish {
  readonly dataDir: string;
  readonly client: string;
  readonly renew: boolean;
}

const othersWriteMs = 3_000;

export async function clientKey(
  house: House,
  { dataDir, client, renew }: KeyWish,
): Promise<string> {
  const file = path.join(dataDir, clientKeyFolder, `${client}.key`);
  const kept = renew ? null : await read(file);
  if (kept) return kept;
  if (renew) await house.call('POST', '/keys/revoke', { name: client }).catch(() => undefined);
  try {
    const { key } = await house.call<{ key: string }>('POST', '/keys', { name: client });
    await keep(file, key);
    return key;
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'name-taken') throw error;
    // Another proxy for the same client may just be making it.
    const theirs = await readSoon(file);
    if (theirs) return theirs;
    throw taken(client);
  }
}

async function read(file: string): Promise<string | null> {
  const text = await fs.readFile(file, 'utf8').catch(() => '');
  return text.trim() || null;
}

async function readSoon(file: string): Promise<string | null> {
  const giveUpAt = performance.now() + othersWriteMs;
  for (;;) {
    const key = await read(file);
    if (key || performance.now() > giveUpAt) return key;
    await sleep(100, new AbortController().signal);
  }
}

async function keep(file: string, key: string): Promise<void> {
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  await fs.writeFile(temporary, key, { mode: 0o600, flag: 'wx', flush: true });
  await fs.rename(temporary, file);
}

const taken = (client: string): Problem =>
  new Problem(
    'refused',
    `There is a key for "${client}" already, and it is not the one of gatehouse stdio. ` +
      `Choose another name with --client, or take that key back: gatehouse keys revoke ${client}`,
  );

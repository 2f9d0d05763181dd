/**
 * The proxy's own client key, created once through the management API and readable only by the
 * user. After a revocation no new key is created unless requested.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { clientKeyFolder } from '../../shared/integrations/client-key-folder.ts';
import { writePrivateFile } from '../../main/platform/files/private-file.ts';
import type { AppClient } from '../app-client.ts';
import { closed, NotPrivate, privateFolderIn, readPrivateFile } from '../private-files.ts';
import { CliError } from '../cli-error.ts';
import { sleep } from './connection.ts';

export interface KeyRequest {
  readonly dataDir: string;
  readonly client: string;
  readonly renew: boolean;
}

const keyWriteMs = 3_000;

export async function clientKey(
  app: AppClient,
  { dataDir, client, renew }: KeyRequest,
): Promise<string> {
  const file = path.join(dataDir, clientKeyFolder, `${client}.key`);
  const stored = renew ? null : read({ dataDir, client });
  if (stored) return stored;
  if (renew) await app.call('POST', '/keys/revoke', { name: client }).catch(() => undefined);
  try {
    const { key } = await app.call<{ key: string }>('POST', '/keys', { name: client });
    await keep(file, key);
    return key;
  } catch (error) {
    if (!(error instanceof CliError) || error.code !== 'name-taken') throw error;
    // Another proxy for the same client may be creating it.
    const written = await waitForKey({ dataDir, client });
    if (written) return written;
    throw nameTaken(client);
  }
}

/** Null if there is none, or if another user could have written it. */
function read({ dataDir, client }: Omit<KeyRequest, 'renew'>): string | null {
  try {
    const folder = privateFolderIn(dataDir, clientKeyFolder);
    const text = readPrivateFile(folder, `${client}.key`, closed.toWriters);
    return text.trim() || null;
  } catch (error) {
    if (error instanceof NotPrivate)
      throw new CliError('refused', `${error.message} No key was sent.`, 'data-folder-unsafe');
    return null;
  }
}

async function waitForKey(request: Omit<KeyRequest, 'renew'>): Promise<string | null> {
  const deadline = performance.now() + keyWriteMs;
  for (;;) {
    const key = read(request);
    if (key || performance.now() > deadline) return key;
    await sleep(100, new AbortController().signal);
  }
}

async function keep(file: string, key: string): Promise<void> {
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writePrivateFile(file, key);
}

const nameTaken = (client: string): CliError =>
  new CliError(
    'refused',
    `"${client}" already has a key that was not created by gatehouse stdio. ` +
      `Choose another name with --client, or revoke that key: gatehouse keys revoke ${client}`,
  );

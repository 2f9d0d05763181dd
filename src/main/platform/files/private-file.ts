/** Small files that only the user may read, written atomically. */
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { systemErrorCode } from '../../../shared/base/system-error.ts';

const { O_CREAT, O_EXCL, O_WRONLY } = constants;
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;

export async function writePrivateFile(file: string, content: string | Buffer): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const handle = await fs.open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await fs.rename(temporary, file);
  } catch (error) {
    await fs.rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

const ofTornWrite = /\.[0-9a-f]{12}\.tmp$/;

/**
 * Removes temporary files of a killed writer. The caller ensures that nobody else is writing
 * there.
 */
export async function clearTornWrites(folder: string): Promise<void> {
  const names = await fs.readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const name of names)
    if (ofTornWrite.test(name)) await fs.rm(path.join(folder, name), { force: true });
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Null if the file does not exist. */
export async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await fs.readFile(file);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '');

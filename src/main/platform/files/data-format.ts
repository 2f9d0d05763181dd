/**
 * The format version of the data folder, in `format.json`. A folder of an earlier format is
 * converted once, after its small files were backed up. A folder of a later format is refused,
 * because this version would misread or overwrite it.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isMissing, readIfThere, writePrivateFile } from './private-file.ts';

/** Format 1 has no `format.json`: versions before this file existed. */
const firstFormat = 1;
export const dataFormat = 2;

/** Any of these files shows that Gatehouse has used the folder. */
const usedNames = [
  ...['audit', 'settings.json', 'state', 'client-keys.json', 'management.token'],
  ...['install.key', 'install.key.sealed'],
];

const fileName = 'format.json';
const FormatFile = z.object({ format: z.int().min(1) });

/**
 * Keys and other secrets are copied too: the backup is inside the folder and as private as it is.
 */
const copied = /\.(json|jsonl|key|sealed|token)$|^[a-z-]+$/;
const copiedFolders = ['.', 'state'];
const maxCopiedBytes = 16 * 1024 * 1024;

export class UnsupportedDataDir extends Error {}

export interface DataFormatChange {
  readonly from: number;
  readonly to: number;
  /** The folder that contains the backup. */
  readonly backup: string;
}

/**
 * Null if nothing had to change. Call it while the folder is locked, before anything is read.
 */
export async function prepareDataFormat(
  dataDir: string,
  now: () => number,
): Promise<DataFormatChange | null> {
  const from = await formatOf(dataDir);
  if (from === dataFormat) return null;
  if (from !== null && from > dataFormat) throw new UnsupportedDataDir(tooNew(dataDir, from));
  const backup = from === null ? null : await backUp(dataDir, from, now());
  await writePrivateFile(path.join(dataDir, fileName), `{ "format": ${dataFormat} }\n`);
  return from === null || backup === null ? null : { from, to: dataFormat, backup };
}

/** Null for a folder that Gatehouse has never used. */
async function formatOf(dataDir: string): Promise<number | null> {
  const text = await readIfThere(path.join(dataDir, fileName));
  if (text !== null) return parsed(dataDir, text.toString('utf8'));
  const names = await fs.readdir(dataDir);
  return names.some((name) => usedNames.includes(name)) ? firstFormat : null;
}

function parsed(dataDir: string, text: string): number {
  try {
    return FormatFile.parse(JSON.parse(text)).format;
  } catch {
    throw new UnsupportedDataDir(
      `${path.join(dataDir, fileName)} cannot be read. Restore it from a backup; if this data folder was last used by this version, delete the file and start Gatehouse again.`,
    );
  }
}

const tooNew = (dataDir: string, format: number): string =>
  `The data folder ${dataDir} was used by a newer version of Gatehouse (format ${format}; this version knows ${dataFormat}). Install the newer version again, or set GATEHOUSE_DATA_DIR to another folder. Nothing was changed.`;

/**
 * The backup gets its final name only when it is complete. The ledger is not copied because it is
 * only appended to.
 */
async function backUp(dataDir: string, format: number, at: number): Promise<string> {
  const stamp = new Date(at).toISOString().replaceAll(/[:.]/g, '-');
  const target = path.join(dataDir, 'backups', `format-${format}-${stamp}`);
  const unfinished = `${target}.unfinished`;
  await fs.mkdir(unfinished, { recursive: true, mode: 0o700 });
  for (const folder of copiedFolders)
    await copyFiles(path.join(dataDir, folder), path.join(unfinished, folder));
  await fs.rename(unfinished, target);
  return target;
}

async function copyFiles(from: string, to: string): Promise<void> {
  const entries = await fs.readdir(from, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  await fs.mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of entries) {
    const source = path.join(from, entry.name);
    if (!entry.isFile() || !copied.test(entry.name)) continue;
    if ((await fs.stat(source)).size > maxCopiedBytes) continue;
    await writePrivateFile(path.join(to, entry.name), await fs.readFile(source));
  }
}

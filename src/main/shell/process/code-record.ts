/** Which code runs, on record at every start: Linux does not check the integrity of a package itself. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Core } from '../../core/core.ts';

/** The packaged app, or the build in a checkout. */
export const codeFileOf = (appDir: string): string =>
  appDir.endsWith('.asar') ? appDir : path.join(appDir, 'dist', 'main', 'main.js');

export async function recordCode(core: Pick<Core, 'note'>, appDir: string): Promise<void> {
  const file = codeFileOf(appDir);
  const digest = await sha256Of(file).catch((error: unknown) => `unknown (${String(error)})`);
  await core.note('gatehouse.code', `SHA-256 of ${path.basename(file)}: ${digest}`);
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  const fd = openAsFile(file);
  for await (const chunk of fs.createReadStream('', { fd })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Electron's fs treats an archive as a folder unless this is set. */
function openAsFile(file: string): number {
  const before = process.noAsar;
  process.noAsar = true;
  try {
    return fs.openSync(file, 'r');
  } finally {
    process.noAsar = before;
  }
}

/** Replaces one program file with another atomically. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';

/** Throws and keeps the old file unless the new one has this digest (base64). */
export function replaceFile(target: string, source: string, sha512: string): void {
  if (!fs.lstatSync(target).isFile()) throw new Error(`${target} is not a file`);
  const fresh = `${target}.new`;
  fs.rmSync(fresh, { force: true });
  try {
    fs.copyFileSync(source, fresh, fs.constants.COPYFILE_EXCL);
    // Check the copy: the source may have changed since it was downloaded.
    if (digestOf(fresh) !== sha512) throw new Error('the downloaded file has changed');
    fs.chmodSync(fresh, 0o755);
    syncFile(fresh);
    fs.renameSync(fresh, target);
  } catch (error) {
    fs.rmSync(fresh, { force: true });
    throw error;
  }
}

function digestOf(file: string): string {
  const hash = createHash('sha512');
  const handle = fs.openSync(file, 'r');
  try {
    const part = Buffer.allocUnsafe(4 * 1024 * 1024);
    for (;;) {
      const length = fs.readSync(handle, part);
      if (length === 0) return hash.digest('base64');
      hash.update(part.subarray(0, length));
    }
  } finally {
    fs.closeSync(handle);
  }
}

function syncFile(file: string): void {
  const handle = fs.openSync(file, 'r+');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

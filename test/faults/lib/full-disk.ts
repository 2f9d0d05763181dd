/** A real full disk: a small tmpfs in a mount namespace of its own, where that is allowed. */
import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const script = path.join(import.meta.dirname, 'full-disk-script.ts');
const inOwnNamespace = 'mount -t tmpfs -o size=64k tmpfs "$0" && exec "$@"';

export interface FilledDisk {
  readonly acknowledged: readonly string[];
  readonly refused: number;
  readonly error: string | null;
  readonly after: boolean;
  readonly torn: number;
  readonly kept: readonly string[];
}

/** Null when it can be done here. */
export function whyNoSmallDisk(): string | null {
  const tried = spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt'], {
    encoding: 'utf8',
  });
  if (tried.status === 0) return null;
  return tried.error?.message ?? tried.stderr.trim();
}

export async function fillDisk(folder: string, segmentLength: number): Promise<FilledDisk> {
  const command = [inOwnNamespace, folder, process.execPath, script, folder, String(segmentLength)];
  const { stdout } = await promisify(execFile)('unshare', ['-rm', 'sh', '-c', ...command], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_NO_WARNINGS: '1' },
  });
  return JSON.parse(stdout) as FilledDisk;
}

/** A real full disk: a small tmpfs in a mount namespace of its own, where that is allowed. */
import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { scratch } from '../fakes/scratch.ts';

const inOwnNamespace = 'mount -t tmpfs -o size=64k tmpfs "$0" && exec "$@"';
const allowed = spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt']).status === 0;

describe('K3 on a disk of 64 KB', () => {
  test.runIf(allowed)(
    'lines are refused while it is full, and go on whole when it is not',
    async () => {
      const script = path.join(import.meta.dirname, 'full-disk-script.ts');
      const folder = scratch();
      const told = [inOwnNamespace, folder, process.execPath, script, folder];
      const { stdout } = await promisify(execFile)('unshare', ['-rm', 'sh', '-c', ...told], {
        env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
      });
      const { before, refused, after, details, torn } = JSON.parse(stdout) as {
        before: number;
        refused: number;
        after: boolean;
        details: string[];
        torn: number;
      };
      expect(before).toBeGreaterThan(10);
      expect(refused).toBe(3);
      expect(after).toBe(true);
      expect(torn).toBe(0);
      expect(details).toEqual([
        ...Array.from({ length: before }, (_, at) => `line ${at}`),
        'after',
      ]);
    },
  );
});

/** A real process whose real syncs fail, by strace; the kernel then reports the next one as fine. */
import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const script = path.join(import.meta.dirname, 'failed-sync-script.ts');

export interface FailedSyncs {
  readonly started: boolean;
  readonly acknowledged: readonly string[];
  readonly errors: number;
}

/** Null when it can be done here. */
export function whyNoStrace(): string | null {
  const tried = spawnSync('strace', ['-o', '/dev/null', 'true'], { encoding: 'utf8' });
  if (tried.status === 0) return null;
  return tried.error?.message ?? tried.stderr.trim();
}

/** `when` as strace has it: "3" is the third, "3+" all from the third on, "3..4" the two. */
export async function failSyncs(folder: string, when: string): Promise<FailedSyncs> {
  const inject = `inject=fdatasync:error=EIO:when=${when}`;
  const traced = ['-f', '-qq', '-o', '/dev/null', '-e', 'trace=fdatasync', '-e', inject];
  const { stdout } = await promisify(execFile)(
    'strace',
    [...traced, process.execPath, script, folder],
    {
      env: {
        ...process.env,
        ELECTRON_RUN_AS_NODE: '1',
        NODE_NO_WARNINGS: '1',
        // strace counts for each thread: one thread, one count.
        UV_THREADPOOL_SIZE: '1',
      },
    },
  );
  return JSON.parse(stdout) as FailedSyncs;
}

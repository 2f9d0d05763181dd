/** Whether the run is possible on this machine, and how it cleans up. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** Null when it is. */
export function whyNoSandbox(): string | null {
  if (process.platform !== 'linux') return 'there is no sandbox on this system';
  for (const program of ['/usr/bin/bwrap', '/usr/bin/python3', '/usr/bin/git'])
    if (!fs.existsSync(program)) return `${program} is missing`;
  const args = ['--unshare-user', '--unshare-pid', '--unshare-net', '--ro-bind', '/', '/'];
  const { status, stderr } = spawnSync('/usr/bin/bwrap', [...args, '--', '/bin/true'], {
    env: { PATH: '/usr/bin:/bin' },
    encoding: 'utf8',
  });
  return status === 0 ? null : `bubblewrap says: ${stderr.trim()}`;
}

/** Attempts leave folders behind that may not be entered. */
export function openForOwner(folder: string): void {
  spawnSync('/bin/chmod', ['-R', 'u+rwX', '--', folder], { stdio: 'ignore' });
}

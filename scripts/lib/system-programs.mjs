// Programs of the system that a world test runs: from Debian where we may install, else found or not.
import { withProgress } from './command.mjs';
import { findProgram, run } from './processes.mjs';

/** Rejects when it is neither there nor to be had. @param {string} name of the package and its program */
export async function provideProgram(name) {
  if (findProgram(name)) return;
  if (process.getuid?.() !== 0 || !findProgram('apt-get'))
    throw new Error(`${name} is not installed: sudo apt-get install -y ${name}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const patience = ['-q', '-o', 'DPkg::Lock::Timeout=120'];
  await withProgress(`Installing ${name} (apt-get)`, async () => {
    await run('apt-get', [...patience, 'update'], { env, output: 'capture' });
    const args = [...patience, 'install', '-y', '--no-install-recommends', name];
    const { code, output } = await run('apt-get', args, { env, output: 'capture' });
    if (code !== 0) throw new Error(`${name} cannot be installed: ${output.trim().slice(-500)}`);
  });
}

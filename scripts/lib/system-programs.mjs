// Programs of the system that a world test runs: from Debian where we may install, else found or not.
import { withProgress } from './command.mjs';
import { findProgram, run } from './processes.mjs';

/** Rejects when it is neither there nor to be had. @param {string} name of the package and its program */
export async function provideProgram(name) {
  if (!findProgram(name)) await install(name);
}

/** The same for what is compiled against. @param {string} name of the package */
export async function provideLibrary(name) {
  const known = findProgram('dpkg-query');
  // Elsewhere than on Debian it is called something else, and the compiler says whether it is there.
  if (!known) return;
  const args = ['-W', '-f', '${db:Status-Status}', name];
  const { output } = await run('dpkg-query', args, { output: 'capture' });
  if (output.trim() !== 'installed') await install(name);
}

/** @param {string} name */
async function install(name) {
  if (process.getuid?.() !== 0 || !findProgram('apt-get'))
    throw new Error(`${name} is not installed: sudo apt-get install -y ${name}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const timeout = ['-q', '-o', 'DPkg::Lock::Timeout=120'];
  await withProgress(`Installing ${name} (apt-get)`, async () => {
    await run('apt-get', [...timeout, 'update'], { env, output: 'capture' });
    const args = [...timeout, 'install', '-y', '--no-install-recommends', name];
    const { code, output } = await run('apt-get', args, { env, output: 'capture' });
    if (code !== 0) throw new Error(`${name} cannot be installed: ${output.trim().slice(-500)}`);
  });
}

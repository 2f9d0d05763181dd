// Downloads inside a sandbox, through the session's proxy and, in turn, with the network of the machine.
// Server, proxy and client are processes of their own.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const megabytes = 256;
const rounds = 9;
const at = (/** @type {string} */ name) => path.join(import.meta.dirname, name);

/** Starts it and waits for its first line. @param {string} program @param {string} file @param {NodeJS.ProcessEnv} env */
async function started(program, file, env) {
  const child = spawn(program, [at(file)], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return { ...JSON.parse(line), stop };
}

/** @param {number | null} holderPid null: the network of the machine @param {readonly string[]} args */
function inSandbox(holderPid, args) {
  const sandbox = ['--unshare-user', '--unshare-pid', '--ro-bind', '/', '/', '--dev', '/dev'];
  const inside = ['/usr/bin/bwrap', ...sandbox, '--proc', '/proc', '--', ...args];
  const joining = ['/usr/bin/nsenter', '--preserve-credentials', '-U', '-n', '-t', `${holderPid}`];
  const [program = '', ...words] = holderPid === null ? inside : [...joining, '--', ...inside];
  return execFileSync(program, words, { env: { PATH: '/usr/bin:/bin' }, encoding: 'utf8' });
}

/**
 * MB/s by scheme; `theirs` is direct.
 * @param {{ electron: string, env: NodeJS.ProcessEnv }} tools
 * @returns {Promise<Record<string, { ours: number[], theirs: number[] }>>}
 */
export async function downloads({ electron, env }) {
  const server = await started(process.execPath, 'download-server.mjs', env);
  const host = await started(electron, 'download-host.ts', { ...env, ELECTRON_RUN_AS_NODE: '1' });
  const bytes = String(megabytes * 1024 * 1024);
  const rate = (/** @type {number | null} */ pid, /** @type {readonly string[]} */ args) =>
    (megabytes / Number(inSandbox(pid, [process.execPath, at('download-client.mjs'), ...args]))) *
    1000;
  try {
    /** @type {Record<string, { ours: number[], theirs: number[] }>} */
    const rates = {};
    for (const scheme of ['https', 'http']) {
      const own = (rates[scheme] = {
        ours: /** @type {number[]} */ ([]),
        theirs: /** @type {number[]} */ ([]),
      });
      const args = [scheme, String(server[scheme]), bytes];
      for (let round = 0; round <= rounds; round += 1) {
        const mine = rate(host.holderPid, [...args, '3128']);
        const other = rate(null, args);
        // The first fills caches.
        if (round === 0) continue;
        own.ours.push(mine);
        own.theirs.push(other);
      }
    }
    return rates;
  } finally {
    await host.stop();
    await server.stop();
  }
}

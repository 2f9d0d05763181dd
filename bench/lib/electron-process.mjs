// Starts an Electron app as a user does and measures it from outside.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export const electronSwitches = [
  '--password-store=basic',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** @param {{ electron: string, env: NodeJS.ProcessEnv, app: string }} what */
export async function startElectron({ electron, env, app }) {
  const port = await freePort();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'));
  const started = performance.now();
  const child = spawn(electron, [app, ...electronSwitches, '--no-window'], {
    env: {
      ...env,
      GATEHOUSE_DATA_DIR: dataDir,
      GATEHOUSE_CHECKPOINT_DIR: path.join(dataDir, 'checkpoints'),
      GATEHOUSE_PORT: String(port),
    },
    stdio: 'ignore',
  });
  await listening(port);
  return {
    pid: /** @type {number} */ (child.pid),
    startMs: performance.now() - started,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {net.AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

/** @param {number} port */
async function listening(port) {
  for (let tries = 0; tries < 3000; tries += 1) {
    if (await connects(port)) return;
    await sleep(5);
  }
  throw new Error('the app did not start to listen');
}

/** @param {number} port */
async function connects(port) {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** The process and all below it. @param {number} pid @returns {number[]} */
export function family(pid) {
  const children = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  return [pid, ...children.flatMap((child) => family(Number(child)))];
}

/** @param {string} pid */
const parentOf = (pid) => Number(statFields(pid)?.[1]);

/** Proportional memory of the whole family, in MB. @param {number} pid */
export function familyMemory(pid) {
  const kilobytes = family(pid).map((one) => {
    const rollup = readOr(`/proc/${one}/smaps_rollup`, '');
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
  });
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

/** Processor time the family has used so far, in ms. @param {number} pid */
export function familyCpu(pid) {
  return family(pid).reduce((sum, one) => sum + processCpu(one), 0);
}

/** In ms, of this process alone. @param {number} pid */
export function processCpu(pid) {
  const fields = statFields(String(pid));
  return fields ? (Number(fields[11]) + Number(fields[12])) * 10 : 0;
}

/** The fields after the name, which may itself contain spaces. @param {string} pid */
function statFields(pid) {
  const stat = readOr(`/proc/${pid}/stat`, '');
  return stat ? stat.slice(stat.lastIndexOf(')') + 2).split(' ') : null;
}

/** @param {string} file @param {string} otherwise */
function readOr(file, otherwise) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}

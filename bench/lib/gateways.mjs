// Gateways of others before an echo server over stdio, one process each.
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { provideWorldPackage } from '../../scripts/lib/world-packages.mjs';

/** @typedef {import('node:child_process').ChildProcess} Child */
/** @typedef {{ name: string, port: number, pid: number | undefined }} Gateway */

const startMs = 60_000;

/** @param {(args: string[]) => Child} start @param {string} electron @param {(gateway: string, why: string) => void} leftOut
 * @returns {Promise<Gateway[]>} */
export async function startGateways(start, electron, leftOut) {
  const upstream = [electron, path.resolve('bench/lib/sdk-servers.mjs'), 'stdio'];
  const before = ['--import', path.resolve('bench/lib/loopback-only.mjs')];
  /** @type {Gateway[]} */
  const gateways = [];
  for (const { name, version, script, args } of /** @type {const} */ ([
    {
      ...{ name: 'supergateway', version: '4.0.0', script: 'dist/index.js' },
      args: (/** @type {number} */ port) => [
        ...['--stdio', upstream.join(' '), '--outputTransport', 'streamableHttp', '--stateful'],
        ...['--logLevel', 'none', '--port', String(port)],
      ],
    },
    {
      ...{ name: 'mcp-proxy', version: '6.7.19', script: 'dist/bin/mcp-proxy.mjs' },
      args: (/** @type {number} */ port) => [
        ...['--host', '127.0.0.1', '--port', String(port), '--server', 'stream'],
        ...['--', ...upstream],
      ],
    },
  ])) {
    try {
      const folder = await provideWorldPackage(name, version);
      const port = await freePort();
      const program = path.join(folder, 'node_modules', name, script);
      const child = start([...before, program, ...args(port)]);
      child.stdout?.resume();
      await listening(port);
      gateways.push({ name: `${name} ${version}`, port, pid: child.pid });
    } catch (error) {
      leftOut(`${name} ${version}`, String(error));
    }
  }
  return gateways;
}

/** Their own processes end with them. @param {Child[]} children */
export async function endAll(children) {
  for (const child of children) child.kill();
  await Promise.all(children.map(ended));
}

/** @param {Child} child */
async function ended(child) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** @param {number} port */
async function listening(port) {
  const giveUpAt = performance.now() + startMs;
  for (;;) {
    const socket = net.connect(port, '127.0.0.1');
    const open = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (open) return;
    if (performance.now() > giveUpAt) throw new Error(`nothing listens on ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

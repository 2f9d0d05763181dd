// An MCP call through our transport, gate and ledger to an editor, compared in one run with a bare
// SDK server with nothing behind it, with gateways from npm in front of an echo server, and with
// the least that any gateway to an editor does.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { median, round, spread } from './lib/figures.mjs';
import { endAll, startGateways } from './lib/gateways.mjs';
import { compareCalls } from './lib/transports-calls.mjs';
import { compareGrowth } from './lib/transports-growth.mjs';
import { contender } from './lib/mcp-load.mjs';

const rounds = 9;
const lists = { oneByOne: 60, together: 0 };

/** @typedef {import('./lib/transports-calls.mjs').Contender} Contender */
/** @typedef {import('node:child_process').ChildProcess} Child */

/** @param {{ electron: string, env: NodeJS.ProcessEnv, report: (figure: object) => void }} tools */
export async function run({ electron, env, report }) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-root-'));
  const file = path.join(root, 'a.txt');
  fs.writeFileSync(file, 'x');
  /** @type {Child[]} */
  const children = [];
  /** @param {string[]} args @param {string} [command] */
  const start = (args, command = electron) => {
    const asNode = { ...env, ELECTRON_RUN_AS_NODE: '1' };
    const child = spawn(command, args, {
      env: asNode,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    children.push(child);
    return child;
  };
  try {
    const ours = await startApp(start, root);
    const sdk = start([path.resolve('bench/lib/sdk-servers.mjs')]);
    const bare = await said(sdk);
    const floor = await startFloor(start, root);
    const params = { name: 'open_file', arguments: { path: file } };
    const peers = await startGateways(start, electron, (gateway, why) =>
      report({ name: `against ${gateway}`, skipped: why }),
    );
    const { port, key } = ours;
    /** @type {Contender[]} */
    const contenders = [
      { name: 'ours', port, key, params, pid: ours.child.pid },
      { name: 'bare', port: bare.echo, params: echoParams, pid: sdk.pid },
      { name: 'floor', port: floor.floor, params, pid: floor.child.pid },
      { name: 'least', port: floor.least, params, pid: floor.child.pid },
      ...peers.map((peer) => ({ ...peer, params: echoParams })),
    ];
    await compareCalls({ contenders, rounds, report });
    await compareLists({ port: ours.port, key: ours.lister, bare: bare.fifty, report });
    await compareGrowth({ startApp: () => startApp(start, root), params, report });
  } finally {
    await endAll(children);
    fs.rmSync(root, { recursive: true, force: true });
  }
}

/** @param {(args: string[], command?: string) => Child} start @param {string} root */
async function startApp(start, root) {
  const app = start([path.resolve('bench/lib/transports-app.ts'), root]);
  const lines = createInterface(/** @type {any} */ (app.stdout))[Symbol.asyncIterator]();
  const { pluginSocket, pluginKey } = JSON.parse((await lines.next()).value ?? '{}');
  const editor = path.resolve('bench/lib/gate-plugin.mjs');
  start([editor, pluginSocket, pluginKey], process.execPath);
  return { child: app, ...JSON.parse((await lines.next()).value ?? '{}') };
}

/** @param {(args: string[], command?: string) => Child} start @param {string} root */
async function startFloor(start, root) {
  const floor = start([path.resolve('bench/lib/transports-floor.ts'), root]);
  const lines = createInterface(/** @type {any} */ (floor.stdout))[Symbol.asyncIterator]();
  const { pluginSocket } = JSON.parse((await lines.next()).value ?? '{}');
  const editor = path.resolve('bench/lib/gate-plugin.mjs');
  start([editor, pluginSocket, '', 'bare', 'least'], process.execPath);
  return { child: floor, ...JSON.parse((await lines.next()).value ?? '{}') };
}

/** @param {Child} child */
async function said(child) {
  const lines = createInterface(/** @type {any} */ (child.stdout))[Symbol.asyncIterator]();
  return JSON.parse((await lines.next()).value ?? '{}');
}

const echoParams = { name: 'open_file', arguments: { path: '/tmp/a' } };

/** @param {{ port: number, key: string, bare: number, report: (figure: object) => void }} facts */
async function compareLists({ port, key, bare, report }) {
  const job = { method: 'tools/list', params: {}, expect: '"tools"' };
  const ours = await contender({ ...job, port, key });
  const theirs = await contender({ ...job, port: bare });
  const ratios = [];
  for (let n = -1; n < rounds; n += 1) {
    const own = await ours.run(lists);
    const other = await theirs.run(lists);
    if (n >= 0) ratios.push(own.p50 / other.p50);
  }
  ours.close();
  theirs.close();
  report({
    name: 'tools/list: all our tools against 50 zod tools of the SDK',
    ratio: round(median(ratios)),
    target: 0.2,
    ok: median(ratios) <= 0.2,
    spread: spread(ratios),
  });
}

// A call of a tab's tool through the hub, the gate and the durable ledger, against a bare relay of two
// hops that checks nothing; the same client, the same extension, in the same rounds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { median, ratioFigure } from './lib/figures.mjs';

const rounds = 7;
const oneByOne = 150;
const together = 600;
/** As many as a client may have open, with some to spare. */
const atOnce = 24;

/** @typedef {import('node:child_process').ChildProcess} Child */

/** @param {{ electron: string, env: NodeJS.ProcessEnv, report: (figure: object) => void }} tools */
export async function run({ electron, env, report }) {
  /** @type {Child[]} */
  const children = [];
  const start = (/** @type {string} */ script, /** @type {string[]} */ ...args) => {
    const child = spawn(electron, [path.resolve('bench/lib', script), ...args], {
      env: { ...env, ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    return child;
  };
  try {
    const house = await said(start('bridges-house.ts'));
    const relay = await said(start('bridges-relay.mjs'));
    start('bridges-extension.mjs', String(house.port), house.origin, house.browserKey);
    start('bridges-extension.mjs', String(relay.port), '');
    const ours = await client(house.port, house.clientKey, house.root);
    const bare = await client(relay.port);
    await compare(ours, bare, report);
    ours.close();
    bare.close();
  } finally {
    for (const child of children) child.kill();
    await Promise.all(children.filter(({ exitCode }) => exitCode === null).map(ended));
  }
}

/** @typedef {Awaited<ReturnType<typeof client>>} Client */

/** @param {Client} ours @param {Client} bare @param {(figure: object) => void} report */
async function compare(ours, bare, report) {
  /** @type {Record<'latency' | 'time', { ours: number[], theirs: number[] }>} */
  const seen = { latency: { ours: [], theirs: [] }, time: { ours: [], theirs: [] } };
  for (let round = -1; round < rounds; round += 1) {
    for (const [who, one] of /** @type {const} */ ([
      ['ours', ours],
      ['theirs', bare],
    ])) {
      const latency = await latencyOf(one);
      const time = await timeOf(one);
      if (round < 0) continue;
      seen.latency[who].push(latency);
      seen.time[who].push(time);
    }
  }
  const latency = 'a tab call through the hub, one by one (p50)';
  report(ratioFigure({ name: latency, target: 4, ...seen.latency, unit: 'ms' }));
  const time = `${together} tab calls, ${atOnce} at once`;
  report(ratioFigure({ name: time, target: 6, ...seen.time, unit: 'ms' }));
}

/** @param {Client} one */
async function latencyOf(one) {
  const times = [];
  for (let count = 0; count < oneByOne; count += 1) {
    const began = performance.now();
    await one.echo();
    times.push(performance.now() - began);
  }
  return median(times);
}

/** @param {Client} one */
async function timeOf(one) {
  let left = together;
  const began = performance.now();
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      await one.echo();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return performance.now() - began;
}

/** An MCP client over a WebSocket. @param {number} port @param {string} [key] @param {string} [root] */
async function client(port, key, root) {
  const headers = key ? { Authorization: `Bearer ${key}` } : {};
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { headers, perMessageDeflate: false });
  await once(socket, 'open');
  /** @type {Map<number, (message: any) => void>} */
  const waiting = new Map();
  let ids = 0;
  socket.on('message', (data) => {
    const message = JSON.parse(/** @type {Buffer} */ (data).toString('utf8'));
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  const ask = (/** @type {string} */ method, /** @type {object} */ params) =>
    new Promise((resolve) => {
      const id = (ids += 1);
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  const clientInfo = { name: 'bench', version: '1' };
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  socket.send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  let text = 0;
  const echo = async () => {
    const wanted = `${(text += 1)}`;
    const { result } = await ask('tools/call', { name: 'tab1_echo', arguments: { text: wanted } });
    if (result?.content?.[0]?.text !== wanted) throw new Error(JSON.stringify(result));
  };
  const listed = async () => {
    const { result } = await ask('tools/list', {});
    return result.tools.some((/** @type {{ name: string }} */ { name }) => name === 'tab1_echo');
  };
  while (!(await listed())) await new Promise((resolve) => setTimeout(resolve, 50));
  if (root) {
    const wish = { scopes: ['browser:tools'], roots: [root], reason: 'bench' };
    await ask('tools/call', { name: 'request_access', arguments: wish });
  }
  return { echo, close: () => socket.terminate() };
}

/** @param {Child} child */
async function said(child) {
  const lines = createInterface(/** @type {any} */ (child.stdout))[Symbol.asyncIterator]();
  return JSON.parse((await lines.next()).value ?? '{}');
}

/** @param {Child} child */
const ended = (child) => once(child, 'exit');

// A call through the gate, real paths and the durable ledger, against a bare two-hop relay to the
// same plugin over the same kind of socket, in the same rounds.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { median, round, spread } from './lib/figures.mjs';

const rounds = 9;
const oneByOne = 1_500;
const together = 4_000;

/** @param {{ electron: string, env: NodeJS.ProcessEnv, report: (figure: object) => void }} tools */
export async function run({ electron, env, report }) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-root-'));
  const file = path.join(root, 'a.txt');
  fs.writeFileSync(file, 'x');
  const asNode = { ...env, ELECTRON_RUN_AS_NODE: '1' };
  const hub = spawn(electron, [path.resolve('bench/lib/gate-hub.ts'), root], {
    env: asNode,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(hub.stdout)[Symbol.asyncIterator]();
  const said = async () => JSON.parse((await lines.next()).value ?? '{}');
  const { pluginPort } = await said();
  const plugin = spawn(process.execPath, [
    path.resolve('bench/lib/gate-plugin.mjs'),
    String(pluginPort),
  ]);
  const { bare, gated } = await said();
  try {
    const reading = (/** @type {number} */ n) => ({
      action: 'open_file',
      args: { path: file, range: { start_line: 1, end_line: 1 + n } },
    });
    const writing = (/** @type {number} */ n) => ({
      action: 'create_file',
      args: { path: path.join(root, `new-${n}`), content: 'x' },
    });
    const links = { bare: await connect(bare), gated: await connect(gated) };
    for (const [name, make, targets] of /** @type {const} */ ([
      ['read', reading, { p50: 1.3, rate: 0.7 }],
      ['write, durable before its effect', writing, { p50: 1.9, rate: 0 }],
    ])) {
      const seen = {
        p50: /** @type {number[]} */ ([]),
        rate: /** @type {number[]} */ ([]),
        us: /** @type {number[]} */ ([]),
      };
      for (let n = -1; n < rounds; n += 1) {
        const b = await measure(links.bare, make);
        const g = await measure(links.gated, make);
        if (n < 0) continue;
        seen.p50.push(g.p50 / b.p50);
        seen.us.push(g.p50 - b.p50);
        seen.rate.push(g.perSecond / b.perSecond);
      }
      report({
        name: `${name}: p50 against a bare relay`,
        ratio: round(median(seen.p50)),
        target: targets.p50,
        ok: median(seen.p50) <= targets.p50,
        spread: spread(seen.p50),
        ours: `+${round(median(seen.us))} µs`,
      });
      const rate = median(seen.rate);
      report({
        name: `${name}: calls/s at 32 against a bare relay`,
        ratio: round(rate),
        target: targets.rate,
        ok: rate >= targets.rate,
        spread: spread(seen.rate),
      });
    }
    for (const link of Object.values(links)) link.close();
  } finally {
    plugin.kill();
    hub.kill();
    await once(hub, 'exit');
    fs.rmSync(root, { recursive: true, force: true });
  }
}

/** @param {number} port */
async function connect(port) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
  await once(socket, 'open');
  /** @type {Map<string, (answer: object) => void>} */
  const waiting = new Map();
  socket.on('message', (/** @type {Buffer} */ data) => {
    const answer = JSON.parse(data.toString('utf8'));
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let n = 0;
  return {
    close: () => socket.close(),
    /** @param {(n: number) => object} make @returns {Promise<any>} */
    call: (make) => {
      n += 1;
      const id = String(n);
      const answered = new Promise((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ type: 'cmd', id, ...make(n) }));
      return answered;
    },
  };
}

/** @param {Awaited<ReturnType<typeof connect>>} link @param {(n: number) => object} make */
async function measure(link, make) {
  const first = await link.call(make);
  const refused = first.outcome && first.outcome.kind !== 'done';
  if (refused) throw new Error(`the call did not pass: ${JSON.stringify(first.outcome)}`);
  const times = [];
  for (let n = 0; n < oneByOne; n += 1) {
    const at = performance.now();
    await link.call(make);
    times.push((performance.now() - at) * 1000);
  }
  const started = performance.now();
  let left = together;
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      while (left > 0) {
        left -= 1;
        await link.call(make);
      }
    }),
  );
  return { p50: median(times), perSecond: together / ((performance.now() - started) / 1000) };
}

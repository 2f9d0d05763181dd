// A call to a stdio server that is already running: through our gate and ledger, compared in one
// interleaved run with supergateway and mcp-proxy, which check and record nothing. Then ten clients on
// one server, and what an idle server costs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ratioFigure } from './lib/figures.mjs';
import { endAll, startGateways } from './lib/gateways.mjs';
import { contender } from './lib/mcp-load.mjs';

const rounds = 9;
const calls = { oneByOne: 400, together: 0 };
/** Long enough for V8 to compile the hot code. */
const warmUp = { oneByOne: 400, together: 20_000 };
const idleMs = 10_000;
/** Of one core. */
const idleTarget = 0.005;
const target = 1.15;

/** @typedef {import('node:child_process').ChildProcess} Child */
/** @typedef {{ name: string, port: number, key?: string, tool: string }} Gateway */

/** @param {{ electron: string, env: NodeJS.ProcessEnv, report: (figure: object) => void }} tools */
export async function run({ electron, env, report }) {
  /** @type {Child[]} */
  const children = [];
  /** @param {string[]} args */
  const start = (args) => {
    const asNode = { ...env, ELECTRON_RUN_AS_NODE: '1' };
    const child = spawn(electron, args, {
      env: asNode,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    children.push(child);
    return child;
  };
  try {
    const app = start([path.resolve('bench/lib/servers-app.ts'), electron]);
    const lines = createInterface(/** @type {any} */ (app.stdout))[Symbol.asyncIterator]();
    const { port, keys } = JSON.parse((await lines.next()).value ?? '{}');
    const ours = { name: 'ours', port, key: keys[0], tool: 'bench__open_file' };
    const peers = await startGateways(start, electron, (gateway, why) =>
      report({ name: `p50 of a call against ${gateway}`, skipped: why }),
    );
    await compare([ours, ...peers.map((peer) => ({ ...peer, tool: 'open_file' }))], report);
    await tenClients({ app, port, keys, report });
    await idle(app, report);
  } finally {
    await endAll(children);
  }
}

/** @param {Gateway[]} gateways @param {(figure: object) => void} report */
async function compare(gateways, report) {
  /** @type {Map<string, number[]>} */
  const seen = new Map(gateways.map(({ name }) => [name, []]));
  const ready = [];
  for (const { name, tool, ...where } of gateways)
    ready.push({ name, link: await contender({ ...where, ...callOf(tool) }) });
  for (const { link } of ready) await link.run(warmUp);
  for (let round = -1; round < rounds; round += 1)
    for (const { name, link } of ready) {
      const { p50 } = await link.run(calls);
      if (round >= 0) seen.get(name)?.push(p50);
    }
  for (const { link } of ready) link.close();
  const own = seen.get('ours') ?? [];
  for (const [name, theirs] of seen)
    if (name !== 'ours')
      report(
        ratioFigure({
          name: `p50 of a call against ${name}`,
          target,
          ours: own,
          theirs,
          unit: 'µs',
        }),
      );
}

/** @param {string} tool */
const callOf = (tool) => ({
  method: 'tools/call',
  params: { name: tool, arguments: { path: 'a' } },
  expect: 'plaintext',
});

/** @param {{ app: Child, port: number, keys: string[], report: (figure: object) => void }} facts */
async function tenClients({ app, port, keys, report }) {
  const links = await Promise.all(
    keys.map((key) => contender({ port, key, ...callOf('bench__open_file') })),
  );
  await Promise.all(links.map((link) => link.run({ oneByOne: 50, together: 0 })));
  const { processes } = await ask(app, {});
  for (const link of links) link.close();
  report({
    name: `processes of one server for ${keys.length} clients at once`,
    ...{ ours: processes, target: 1, ok: processes === 1 },
  });
}

/** CPU of the app while the server runs and nobody calls, less that while it is off. @param {Child} app @param {(figure: object) => void} report */
async function idle(app, report) {
  const used = async () => {
    const before = await ask(app, {});
    await new Promise((resolve) => setTimeout(resolve, idleMs));
    const after = await ask(app, {});
    return (after.cpu - before.cpu) / 1000 / idleMs;
  };
  const running = await used();
  await ask(app, { enable: false });
  const off = await used();
  const more = Math.max(0, running - off);
  report({
    name: 'CPU of the app for a running server that nobody calls, as a part of one core',
    ...{ ours: Number(more.toFixed(4)), target: idleTarget, ok: more <= idleTarget },
  });
}

/** @param {Child} app @param {object} message @returns {Promise<{ cpu: number, processes: number }>} */
async function ask(app, message) {
  const answered = once(app, 'message');
  app.send(message);
  const [answer] = await answered;
  return answer;
}

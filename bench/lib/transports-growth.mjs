// What a call costs the app while others have sessions and sockets: an app with one session and one
// that grows, side by side.
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { median, round, spread } from './figures.mjs';
import { contender } from './mcp-load.mjs';

const rounds = 7;
const calls = { oneByOne: 1, together: 2_000 };
/** A cold app costs twice as much for its first ten thousand calls. */
const warmUp = { oneByOne: 1, together: 15_000 };
const socketsEach = 10;
const flat = 1.15;

/** @typedef {import('node:child_process').ChildProcess} Child */
/** @typedef {{ child: Child, port: number, key: string }} BenchApp */

/** @param {{ startApp: () => Promise<BenchApp>, params: object, report: (figure: object) => void }} facts */
export async function compareGrowth({ startApp, params, report }) {
  const [small, growing] = [await measured(startApp, params), await measured(startApp, params)];
  /** @type {WebSocket[]} */
  const sockets = [];
  const opened = [];
  await compare('1 session (the same twice)', small, growing, report);
  for (const count of [10, 100]) {
    const { sessions } = await growing.ask({ sessions: count });
    opened.push(...sessions);
    await compare(`${count} sessions`, small, growing, report);
    if (count < 100) continue;
    for (const session of opened) sockets.push(...(await open(growing.port, session)));
    await compare(`100 sessions and ${sockets.length} sockets`, small, growing, report);
  }
  for (const socket of sockets) socket.terminate();
  for (const app of [small, growing]) app.link.close();
}

/** @param {() => Promise<BenchApp>} startApp @param {object} params */
async function measured(startApp, params) {
  const { child, port, key } = await startApp();
  const job = { port, key, method: 'tools/call', params, expect: '"language"' };
  /** @param {object} message @returns {Promise<any>} */
  const ask = async (message) => {
    child.send(message);
    const [answer] = await once(child, 'message');
    return answer;
  };
  const link = await contender(job);
  await link.run(warmUp);
  return { port, ask, link };
}

/** @param {string} what @param {Awaited<ReturnType<typeof measured>>} small
 *  @param {Awaited<ReturnType<typeof measured>>} growing @param {(figure: object) => void} report */
async function compare(what, small, growing, report) {
  /** @param {Awaited<ReturnType<typeof measured>>} app */
  const costOf = async ({ ask, link }) => {
    const before = (await ask({})).cpu;
    await link.run(calls);
    return ((await ask({})).cpu - before) / calls.together;
  };
  const costs = [];
  for (let n = -1; n < rounds; n += 1) {
    const own = await costOf(growing);
    const alone = await costOf(small);
    if (n >= 0) costs.push({ own, alone });
  }
  const ratios = costs.map(({ own, alone }) => own / alone);
  report({
    name: `MCP call: CPU of the app among ${what}, against 1`,
    ratio: round(median(ratios)),
    target: flat,
    ok: median(ratios) <= flat,
    spread: spread(ratios),
    ours: `${round(median(costs.map(({ own }) => own)))} µs`,
    theirs: `${round(median(costs.map(({ alone }) => alone)))} µs`,
  });
}

/** @param {number} port @param {{ sessionId: string, token: string }} session */
async function open(port, { sessionId, token }) {
  const opening = Array.from({ length: socketsEach }, async () => {
    const headers = { Authorization: `Bearer ${token}` };
    const url = `ws://127.0.0.1:${port}/mcp/session/${sessionId}`;
    const socket = new WebSocket(url, { headers, perMessageDeflate: false });
    await once(socket, 'open');
    return socket;
  });
  return Promise.all(opening);
}

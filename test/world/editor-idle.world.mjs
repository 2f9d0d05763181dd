// What the extension costs while nothing happens: the processor time of two extension hosts side by
// side, one with the extension connected, one without it, over the same minutes.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { listener } from './lib/editor-agent.mjs';
import { freePort, installExtension, writeSettings } from './lib/editor-install.mjs';
import { noTrust, openBrowser, startServer } from './lib/editor-page.mjs';
import { pair, yesMan } from './lib/editor-person.mjs';
import { startGatehouse } from './lib/gatehouse.mjs';
import { descendantsOf } from './lib/chromium.mjs';

const name = '@mario.andreschak/mcp-vscode-linux-x64';

export const needs = { [name]: '0.2.4' };
export const timeoutMs = 10 * 60_000;

const quietPeriodMs = 30_000;
const measuredMs = 60_000;
/** Per minute, beyond an editor without it: a two-hundredth of one core. */
const mostMsPerMinute = 300;
const msPerTick = 10;

/** @typedef {import('./lib/walk.mjs').World} World */

/** @param {World} ctx */
export async function run(ctx) {
  const gatehouse = await startGatehouse(ctx);
  const ours = await openEditor(ctx, 'with', installExtension(ctx), gatehouse.dataDir);
  const theirs = await openEditor(ctx, 'without', path.join(ctx.home, 'none'), gatehouse.dataDir);
  try {
    await pair(ours.page, gatehouse);
    const person = yesMan(gatehouse);
    await wait(quietPeriodMs);
    const connected = await compared(ours, theirs);
    report(ctx, 'connected, no agent let in', connected);
    const eventStream = await listener(gatehouse, ours.folder);
    await wait(quietPeriodMs / 3);
    const listening = await compared(ours, theirs);
    report(ctx, 'connected, listening for one session', listening);
    eventStream.close();
    await person.goes();
    for (const { own, other } of [connected, listening]) {
      assert.ok(own - other <= mostMsPerMinute, `${own} ms against ${other} ms a minute`);
    }
  } finally {
    for (const one of [ours, theirs]) await one.close();
    await gatehouse.close();
  }
}

/** @param {World} ctx @param {string} label @param {string} extensions @param {string} dataDir */
async function openEditor(ctx, label, extensions, dataDir) {
  const root = path.join(ctx.binDir(name), '..', name, 'runtime/openvscode-server');
  const [folder, data] = [path.join(ctx.home, label), path.join(ctx.home, `${label}-data`)];
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'a.txt'), 'quiet\n');
  writeSettings(path.join(data, 'data/Machine/settings.json'));
  const server = await startServer({
    program: path.join(root, 'bin/openvscode-server'),
    args: [
      ...['--host', '127.0.0.1', '--port', String(await freePort()), '--without-connection-token'],
      ...['--accept-server-license-terms', '--server-data-dir', data],
      ...['--extensions-dir', extensions, noTrust],
    ],
    env: { ...ctx.env, GATEHOUSE_DATA_DIR: dataDir },
    ready: /Web UI available at (http:\S+)/,
    logFile: path.join(ctx.home, `${label}.log`),
  });
  const profile = path.join(ctx.home, `${label}-profile`);
  const { browser, page } = await openBrowser({ url: server.url, folder, profile });
  return {
    page,
    folder: fs.realpathSync(folder),
    spentMs: () => spentMsOf(server.pid),
    async close() {
      await browser.close();
      await server.stop('SIGKILL');
    },
  };
}

/** Of its extension hosts, in all their threads. @param {number} server */
function spentMsOf(server) {
  const hosts = descendantsOf(server).filter((pid) =>
    read(`/proc/${pid}/cmdline`).includes('--type=extensionHost'),
  );
  assert.equal(hosts.length, 1, 'one extension host');
  const ticks = hosts.map((pid) => {
    const [, after = ''] = read(`/proc/${pid}/stat`).split(') ');
    const fields = after.split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, one) => sum + one, 0) * msPerTick;
}

/** @typedef {Awaited<ReturnType<typeof openEditor>>} Opened */

/** @param {Opened} ours @param {Opened} theirs */
async function compared(ours, theirs) {
  const before = [ours.spentMs(), theirs.spentMs()];
  await wait(measuredMs);
  const [own = 0, other = 0] = [ours.spentMs(), theirs.spentMs()].map(
    (now, at) => ((now - (before[at] ?? 0)) * 60_000) / measuredMs,
  );
  return { own, other };
}

/** @param {World} ctx @param {string} what @param {{ own: number, other: number }} cost */
function report(ctx, what, { own, other }) {
  const ratio = other > 0 ? `×${(own / other).toFixed(2)}` : 'no ratio';
  ctx.log(`${what}: ${own} ms a minute, ${other} ms without it (${ratio})`);
}

const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {string} file */
const read = (file) => fs.readFileSync(file, 'utf8');

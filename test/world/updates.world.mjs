// The packed app updates itself: a real package, a signed feed on loopback, electron-updater's download,
// the file replaced and the new version started. In place of an AppImage stands a script that starts the
// packed folder as an AppImage's runtime would, since the tools for AppImages cannot be downloaded everywhere.
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';

export const timeoutMs = 15 * 60_000;

const execute = promisify(execFile);
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const [OLD, NEW] = ['0.0.8', '0.0.9'];
const FILE = `Gatehouse-${NEW}.AppImage`;

/** @param {import('./lib/walk.mjs').World} ctx */
export async function run(ctx) {
  if (process.platform !== 'linux') return ctx.log('tried on Linux only');
  for (const version of [OLD, NEW]) {
    const script = path.join(ctx.repo, 'scripts/dist.mjs');
    const args = [script, '--unreleasable', `--as-version=${version}`];
    await execute(process.execPath, args, { cwd: ctx.repo, env: ctx.env, maxBuffer: 2 ** 26 });
    const packed = path.join(ctx.repo, 'release/unreleasable/linux-unpacked');
    execFileSync('cp', ['-al', packed, path.join(ctx.home, version)]);
    fs.rmSync(packed, { recursive: true });
  }
  ctx.log(`packed ${OLD} and ${NEW}`);
  const image = path.join(ctx.home, 'Gatehouse.AppImage');
  fs.writeFileSync(image, startsPacked(ctx.home, OLD), { mode: 0o755 });
  const feed = await serveFeed(startsPacked(ctx.home, NEW), ctx);
  const app = await startApp(image, feed, ctx);
  try {
    await walk(app, feed, image, ctx);
  } finally {
    await app.close();
    await feed.close();
  }
}

/** What an AppImage does: mounts itself, says where it lies, and starts what is inside. @type {(home: string, version: string) => string} */
const startsPacked = (home, version) =>
  `#!/bin/sh\nAPPIMAGE="$0" exec "${path.join(home, version, 'gatehouse')}" "$@"\n`;

/** @param {string} program @param {import('./lib/walk.mjs').World} ctx */
async function serveFeed(program, ctx) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const folder = path.join(ctx.home, 'feed');
  fs.mkdirSync(folder);
  const publish = (/** @type {string} */ version) => {
    fs.rmSync(path.join(folder, 'latest-linux.yml'), { force: true });
    const sha512 = createHash('sha512').update(program).digest('base64');
    const lines = [`version: ${version}`, `files:`, `  - url: ${FILE}`, `    sha512: ${sha512}`];
    const feed = [...lines, `releaseDate: '2026-11-18T12:00:00.000Z'`, 'releaseNotes: Faster.', ''];
    fs.writeFileSync(path.join(folder, 'latest-linux.yml'), feed.join('\n'));
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const script = path.join(ctx.repo, 'scripts/sign-feed.mjs');
    execFileSync(process.execPath, [script, folder], {
      env: { ...ctx.env, GATEHOUSE_FEED_KEY: key },
    });
  };
  /** @type {Map<string, (response: http.ServerResponse) => void>} */
  const instead = new Map();
  const server = http.createServer((request, response) => {
    const name = path.basename(request.url ?? '');
    const other = instead.get(name);
    if (other) return other(response);
    const file = path.join(folder, name);
    if (fs.existsSync(file)) return void response.end(fs.readFileSync(file));
    response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  fs.writeFileSync(path.join(folder, FILE), program);
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    instead,
    publish,
    program,
    url: `http://127.0.0.1:${port}/`,
    publicKey: Buffer.from(x, 'base64url').toString('base64'),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof serveFeed>>} Feed */
/** @typedef {Awaited<ReturnType<typeof startApp>>} App */

/** @param {string} image @param {Feed} feed @param {import('./lib/walk.mjs').World} ctx */
async function startApp(image, { url, publicKey }, ctx) {
  const dataDir = path.join(ctx.home, 'gatehouse-data');
  fs.mkdirSync(dataDir, { mode: 0o700 });
  const settings = { startHidden: false, updates: { feed: url, publicKey } };
  fs.writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify(settings));
  const env = { ...ctx.env, GATEHOUSE_DATA_DIR: dataDir, GATEHOUSE_PORT: '0' };
  const port = await freePort();
  const args = [...asRoot, '--password-store=basic', `--remote-debugging-port=${port}`];
  const program = spawn(image, args, { env, stdio: 'ignore' });
  program.unref();
  const discovery = path.join(dataDir, 'gatehouse.json');
  const found = () => JSON.parse(fs.readFileSync(discovery, 'utf8'));
  await until(() => fs.existsSync(discovery), 'the app has started');
  return {
    dataDir,
    found,
    /** The page that the person looks at. */
    async mainPage() {
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
      const pages = () => browser.contexts().flatMap((context) => context.pages());
      const main = () => pages().find((page) => page.url().includes('main.html'));
      await until(() => main() !== undefined, 'the main window is there');
      const page = main();
      assert.ok(page);
      return page;
    },
    async close() {
      if (!fs.existsSync(discovery)) return;
      process.kill(found().pid);
      await until(() => !fs.existsSync(discovery), 'the app has ended');
    },
  };
}

/** @param {App} app @param {Feed} feed @param {string} image @param {import('./lib/walk.mjs').World} ctx */
async function walk(app, feed, image, ctx) {
  const before = app.found();
  assert.equal(versionOf(before.pid), OLD);
  const page = await app.mainPage();
  const check = async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Check for updates');
    await page.keyboard.press('Enter');
  };
  const card = page.getByRole('region', { name: 'Updates' });
  const install = card.getByRole('button', { name: 'Install and restart' });

  await check();
  await page.getByText('latest-linux.yml was not found').waitFor();
  ctx.log('a feed that is not there: said so');

  feed.publish(NEW);
  feed.instead.set('latest-linux.yml', (response) => response.end('version: 9.9.9\n'));
  await check();
  await page.getByText('The signature of the feed is wrong.').first().waitFor();
  assert.equal(await card.isVisible(), false);
  feed.instead.clear();
  ctx.log('a changed feed: refused');

  await check();
  await card.getByText(`Gatehouse ${NEW} is available`).waitFor();
  for (const [what, answer] of /** @type {[string, (response: http.ServerResponse) => void][]} */ ([
    ['other bytes', (response) => response.end('#!/bin/sh\necho evil\n')],
    ['half of the bytes', (response) => breakOff(response, feed.program)],
  ])) {
    feed.instead.set(FILE, answer);
    await install.click();
    await card.getByRole('alert').filter({ hasText: 'The download failed' }).waitFor();
    await until(() => install.isEnabled(), 'it can be tried again');
    assert.ok(fs.readFileSync(image, 'utf8').includes(OLD), `${what}: nothing is replaced`);
    assert.equal(app.found().pid, before.pid);
    ctx.log(`${what}: refused, nothing replaced`);
  }
  feed.instead.clear();

  await install.click();
  await until(() => isOver(before.pid), 'the old version has ended');
  await until(
    () => fs.existsSync(path.join(app.dataDir, 'gatehouse.json')),
    'the new one is there',
  );
  await until(() => app.found().pid !== before.pid, 'the new one has written where it is');
  assert.equal(fs.readFileSync(image, 'utf8'), feed.program);
  assert.equal(versionOf(app.found().pid), NEW);
  ctx.log(`version ${OLD} replaced itself by ${NEW} and started it`);

  const after = await app.mainPage();
  await after.getByTitle(`Version ${NEW}`).first().waitFor();
  feed.publish(OLD);
  await after.keyboard.press('Control+k');
  await after.getByRole('combobox').fill('Check for updates');
  await after.keyboard.press('Enter');
  await after.getByText(`It offers version ${OLD}, which is older than ${NEW}.`).first().waitFor();
  ctx.log('a downgrade with a right signature: refused');

  const ledger = fs.readFileSync(path.join(app.dataDir, 'audit/000001.jsonl'), 'utf8');
  for (const action of ['refused', 'accepted', 'failed', 'installing'])
    assert.ok(ledger.includes(`"update.${action}"`), action);
  assert.ok(ledger.includes(`version ${OLD}, listening`) && ledger.includes(`version ${NEW}, `));
  ctx.log('each step is in the ledger');
}

/** @param {http.ServerResponse} response @param {string} program */
function breakOff(response, program) {
  response.writeHead(200, { 'Content-Length': Buffer.byteLength(program) });
  response.write(program.slice(0, 10), () => response.destroy());
}

/** By the folder that the program lies in. @param {number} pid */
const versionOf = (pid) => path.basename(path.dirname(fs.readlinkSync(`/proc/${pid}/exe`)));

/** @param {number} pid */
const isOver = (pid) => !fs.existsSync(`/proc/${pid}`);

async function freePort() {
  const server = http.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** @param {() => boolean | Promise<boolean>} holds @param {string} what */
async function until(holds, what) {
  const giveUpAt = performance.now() + 120_000;
  while (!(await holds())) {
    if (performance.now() > giveUpAt) throw new Error(`not in two minutes: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

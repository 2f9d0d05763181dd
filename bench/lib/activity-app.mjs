// The real app with a large ledger, and functions that operate its Activity page.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { _electron } from 'playwright';
import { electronSwitches } from './electron-process.mjs';
import { lendLedger } from './made-ledger.mjs';

const repo = path.resolve(import.meta.dirname, '../..');
const indexReadyMs = 120_000;
const everything = /^1,\d{3},\d{3} entries$/;

/** @typedef {import('playwright').Page} Page */

/** @param {{ electron: string, env: NodeJS.ProcessEnv, ledger: string, shown?: RegExp }} what */
export async function openActivity({ electron, env, ledger, shown = everything }) {
  const dataDir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-')));
  lendLedger(ledger, dataDir);
  const ours = {
    ...env,
    GATEHOUSE_DATA_DIR: dataDir,
    GATEHOUSE_CHECKPOINT_DIR: path.join(dataDir, 'checkpoints'),
    GATEHOUSE_PORT: '0',
  };
  const args = [repo, ...electronSwitches, '--no-window'];
  const app = await _electron.launch({ executablePath: electron, args, env: ours });
  await app.firstWindow();
  await app.evaluate(({ app: it }) => void it.emit('activate'));
  const page = await windowOf(app, 'main.html');
  await goTo(page, 'Activity');
  await page.getByText(shown).waitFor({ timeout: indexReadyMs });
  return {
    firstRows: () => firstRows(page),
    scroll: () => scroll(page),
    search: (/** @type {string[]} */ words) => search(page, words),
    narrow: () => narrow(page),
    tail: async () => tail(page, await windowOf(app, 'ask.html'), ours, dataDir),
    async close() {
      await app.close();
      fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** @param {import('playwright').ElectronApplication} app @param {string} name */
async function windowOf(app, name) {
  for (let tries = 0; tries < 500; tries += 1) {
    const found = app.windows().find((page) => page.url().endsWith(name));
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`there is no ${name}`);
}

/** @param {Page} page @param {string} name */
const goTo = (page, name) =>
  page
    .getByRole('navigation')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();

/** From the click to two frames after rows are there, counted in the page. @param {Page} page */
async function firstRows(page) {
  await goTo(page, 'Rules');
  return page.evaluate(async () => {
    const button = [...document.querySelectorAll('nav button')].find((item) =>
      item.textContent?.startsWith('Activity'),
    );
    const began = performance.now();
    /** @type {HTMLElement | undefined} */ (button)?.click();
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (document.querySelectorAll('.entry-place').length === 0) await frame();
    await frame();
    return performance.now() - began;
  });
}

/** Frames while something is done. @template T @param {Page} page @param {() => Promise<T>} act */
async function withFrames(page, act) {
  await page.evaluate(() => {
    const seen = { frames: /** @type {number[]} */ ([]), isOver: false, last: performance.now() };
    Object.assign(globalThis, { seen });
    const tick = () => {
      const now = performance.now();
      seen.frames.push(now - seen.last);
      seen.last = now;
      if (!seen.isOver) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  const result = await act();
  const frames = await page.evaluate(() => {
    const { seen } = /** @type {any} */ (globalThis);
    seen.isOver = true;
    return /** @type {number[]} */ (seen.frames.slice(1));
  });
  return { frames, result };
}

/** A quarter of a screen in each frame, for six seconds, as a hasty hand does. @param {Page} page */
async function scroll(page) {
  await goTo(page, 'Activity');
  const { frames } = await withFrames(page, () =>
    page.evaluate(async () => {
      const scroller = document.querySelector('.entry-scroll');
      const began = performance.now();
      while (performance.now() - began < 6_000) {
        scroller?.scrollBy(0, 150);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      scroller?.scrollTo(0, 0);
    }),
  );
  return frames;
}

/** In the page, from now on: ms until the table was asked, has its answer, and that is painted. An answer can come
 * within a frame, so changes are listened for, not looked for frame by frame. @param {Page} page */
const nextAnswer = (page) =>
  page.evaluateHandle(() => {
    const began = performance.now();
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isBusy = () => document.querySelector('.entries')?.getAttribute('aria-busy') === 'true';
    const answered = new Promise((resolve) => {
      let wasBusy = false;
      const observer = new MutationObserver((changes) => {
        wasBusy ||= isBusy() || changes.some(({ oldValue }) => oldValue === 'true');
        if (wasBusy && !isBusy()) end();
      });
      const end = () => {
        observer.disconnect();
        clearTimeout(timeout);
        resolve(null);
      };
      const timeout = setTimeout(end, 10_000);
      const attributes = { attributeFilter: ['aria-busy'], attributeOldValue: true };
      observer.observe(document.body, { subtree: true, ...attributes });
    });
    const after = answered.then(frame).then(() => performance.now() - began);
    return { after };
  });

/** @param {Page} page @param {string[]} words */
async function search(page, words) {
  const { frames, result: ms } = await withFrames(page, async () => {
    const seen = [];
    for (const word of words) {
      await page.getByRole('searchbox').focus();
      await page.keyboard.type(word.slice(0, -1), { delay: 60 });
      await page.waitForTimeout(600);
      const answer = await nextAnswer(page);
      await page.keyboard.type(word.slice(-1));
      seen.push(await answer.evaluate(({ after }) => after));
      await page.getByText(/match/).first().waitFor();
      await page.getByRole('searchbox').fill('');
      await page.getByText(everything).waitFor();
    }
    return seen;
  });
  return { frames, ms };
}

/** @param {Page} page */
async function narrow(page) {
  const { frames, result: ms } = await withFrames(page, async () => {
    const seen = [];
    for (const [chip, value] of [
      ['Outcome', 'Refused'],
      ['Agent', 'cursor'],
      ['Action', 'exec_command'],
    ]) {
      await page.getByRole('button', { name: new RegExp(`^${chip}`) }).click();
      const box = page.getByRole('checkbox', { name: new RegExp(value) });
      await box.waitFor();
      const answer = await nextAnswer(page);
      await box.check();
      seen.push(await answer.evaluate(({ after }) => after));
      await page.keyboard.press('Escape');
    }
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.getByText(everything).waitFor();
    return seen;
  });
  return { frames, ms };
}

/** An agent at work: first with the reader at the top, then further down.
 * @param {Page} page @param {Page} ask @param {NodeJS.ProcessEnv} env @param {string} dataDir */
async function tail(page, ask, env, dataDir) {
  const client = await connect(env, dataDir);
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-root-')));
  await allowed(client, ask, root);
  const call = async (/** @type {number} */ n) => {
    const file = path.join(root, `file-${n}.txt`);
    fs.writeFileSync(file, `${n}`);
    await client.callTool({ name: 'open_file', arguments: { path: file } });
    await page.waitForTimeout(50);
  };
  const { frames } = await withFrames(page, async () => {
    for (let n = 0; n < 60; n += 1) await call(n);
  });
  const placeOf = () =>
    page.evaluate(() => {
      const scroller = /** @type {Element} */ (document.querySelector('.entry-scroll'));
      const top = scroller.getBoundingClientRect().top + 60;
      const rows = [...document.querySelectorAll('.entry-place')];
      const row = rows.find((item) => item.getBoundingClientRect().top > top);
      return { text: row?.textContent, y: row?.getBoundingClientRect().top ?? 0 };
    });
  await page.evaluate(() => document.querySelector('.entry-scroll')?.scrollTo(0, 3_000));
  await page.waitForTimeout(500);
  const before = await placeOf();
  for (let n = 100; n < 150; n += 1) await call(n);
  await page.getByRole('button', { name: /\d+ new entr/ }).waitFor();
  await page.waitForTimeout(500);
  const after = await placeOf();
  const waiting = await page.getByRole('button', { name: /\d+ new entr/ }).innerText();
  await client.close();
  fs.rmSync(root, { recursive: true });
  const moved = before.text === after.text ? Math.abs(after.y - before.y) : 9_999;
  return { frames, moved, waiting: waiting.replace(/\D+/g, '') };
}

/** As a person does: look, then press.
 * @param {Client} client @param {Page} ask @param {string} root */
async function allowed(client, ask, root) {
  const accessArgs = { scopes: ['read:files'], roots: [root], reason: 'bench' };
  const asked = client.callTool({ name: 'request_access', arguments: accessArgs });
  const button = ask.locator('.allow-button[aria-disabled="false"]');
  await button.waitFor();
  await ask.waitForTimeout(800);
  await button.click();
  await asked;
}

/** @param {NodeJS.ProcessEnv} env @param {string} dataDir @param {string} name */
export async function connect(env, dataDir, name = 'bench') {
  const args = [path.join(repo, 'bin/gatehouse.mjs'), 'keys', 'add', name, '--json'];
  const { key } = JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' }));
  const { mcpUrl } = JSON.parse(fs.readFileSync(path.join(dataDir, 'gatehouse.json'), 'utf8'));
  const client = new Client({ name, version: '1.0.0' });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit }));
  return client;
}

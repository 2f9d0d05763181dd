// The real extension in the real Chromium: a page's tool is listed, asked about, run and on record;
// two clients and two browsers at once; a tab that closes; a worker that its browser kills.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { plainChromium, startTodoSite, watchedChromium } from './lib/chromium.mjs';
import { startGatehouse } from './lib/gatehouse.mjs';

export const needs = { '@mcp-b/global': '5.1.0' };
export const programs = ['chromium'];
export const byDefault = true;

/** @typedef {import('./lib/walk.mjs').World} World */
/** @typedef {Awaited<ReturnType<typeof startGatehouse>>} Gatehouse */
/** @typedef {Awaited<ReturnType<typeof startTodoSite>>} Site */

/** @param {World} ctx */
export async function run(ctx) {
  const gatehouse = await startGatehouse(ctx);
  const polyfill = path.join(ctx.binDir('@mcp-b/global'), '../@mcp-b/global/dist/index.iife.js');
  const withPolyfill = await startTodoSite(fs.readFileSync(polyfill, 'utf8'));
  const native = await startTodoSite(null);
  try {
    const cursor = await connect(gatehouse, 'cursor');
    await withAPage(ctx, gatehouse, cursor, withPolyfill);
    const others = await natively(ctx, gatehouse, cursor, native);
    await unwatched(ctx, cursor, withPolyfill, others);
    await cursor.close();
  } finally {
    withPolyfill.close();
    native.close();
    await gatehouse.close();
  }
}

/** @param {World} ctx @param {Gatehouse} gatehouse @param {Client} cursor @param {Site} site */
async function withAPage(ctx, gatehouse, cursor, site) {
  const browser = await watchedChromium(ctx, 'polyfill-profile');
  await pair(gatehouse, await browser.popup());
  const { page, tab } = await browser.open(site.url);
  const name = `tab${tab}_createTodo`;
  await rest(1_000);
  assert.ok(!(await names(cursor)).includes(name), 'a site is off until it is switched on');
  const popup = await browser.popup(tab);
  await popup.getByRole('switch').check();
  await eventually(async () => (await names(cursor)).includes(name));
  ctx.log(`listed as ${name} once the person switched the site on in the popup`);

  const calling = callTool(cursor, name, { text: 'buy milk' });
  await gatehouse.allowNextAsk();
  const read = await gatehouse.confirmNextAsk({ forSession: true });
  assert.match(read, new RegExp(site.origin));
  assert.match(read, /buy milk/);
  assert.equal(await calling, 'added buy milk, now 1');
  assert.deepEqual(await page.locator('#todos li').allInnerTexts(), ['buy milk']);
  const lines = gatehouse.ledger().filter(({ action }) => action === name);
  assert.deepEqual(lines.map(({ phase, result }) => `${phase} ${result ?? ''}`.trim()).slice(-3), [
    'intent',
    'decision allow',
    'outcome done',
  ]);
  ctx.log('called: the ask named the site, a click allowed it, the list grew, the ledger has it');

  const claude = await connect(gatehouse, 'claude');
  const first = callTool(claude, name, { text: 'first of claude' });
  await gatehouse.allowNextAsk();
  await gatehouse.confirmNextAsk({ forSession: true });
  await first;
  const both = await Promise.all(
    [cursor, claude].flatMap((client, who) =>
      [1, 2, 3].map((count) => callTool(client, name, { text: `${who}-${count}`, afterMs: 300 })),
    ),
  );
  assert.deepEqual(
    both.map((text) => text.replace(/, now \d+$/, '')),
    ['0-1', '0-2', '0-3', '1-1', '1-2', '1-3'].map((text) => `added ${text}`),
  );
  ctx.log('two clients at once each got their own answers');

  await page.close();
  await eventually(async () => !(await names(cursor)).includes(name));
  ctx.log('the tab was closed, and its tool was gone');
  await claude.close();
  await browser.close();
}

/** The browser's own register, in a second browser. @param {World} ctx @param {Gatehouse} gatehouse @param {Client} cursor @param {Site} site */
async function natively(ctx, gatehouse, cursor, site) {
  const browser = await watchedChromium(ctx, 'native-profile', ['WebMCP']);
  await pair(gatehouse, await browser.popup());
  const { tab } = await browser.open(site.url);
  const popup = await browser.popup(tab);
  await popup.getByRole('switch').check();
  const name = `tab${tab}_createTodo`;
  await eventually(async () => (await names(cursor)).includes(name));
  const calling = callTool(cursor, name, { text: 'natively' });
  await gatehouse.confirmNextAsk();
  assert.equal(await calling, 'added natively, now 1');
  ctx.log('the same with the register that is built into the browser');
  await browser.close();
  return name;
}

/**
 * As a person runs it: paired before, nobody attached.
 * @param {World} ctx @param {Client} cursor @param {Site} site
 * @param {string} others the tool of a browser that was closed a moment ago, and may be listed still
 */
async function unwatched(ctx, cursor, site, others) {
  const browser = plainChromium(ctx, 'polyfill-profile', site.url);
  const listed = async () =>
    (await names(cursor)).find((name) => name.endsWith('_createTodo') && name !== others);
  await eventually(listed);
  const name = (await listed()) ?? '';
  site.todos.length = 0;
  await callTool(cursor, name, { text: 'before' });

  const slow = callTool(cursor, name, { text: 'slow', afterMs: 3_000 });
  await rest(1_000);
  const [killed = 0] = browser.extensionProcesses();
  process.kill(killed, 'SIGKILL');
  const quick = callTool(cursor, name, { text: 'meanwhile' });
  assert.match(await quick, /^added meanwhile/);
  assert.match(await slow, /^added slow/);
  assert.deepEqual(site.todos.toSorted(), ['before', 'meanwhile', 'slow']);
  const [fresh = 0] = browser.extensionProcesses();
  assert.notEqual(fresh, killed);
  ctx.log('the worker was killed in the middle of a call: nothing was lost, nothing done twice');

  await rest(35_000);
  assert.deepEqual(browser.extensionProcesses(), [fresh]);
  assert.match(await callTool(cursor, name, { text: 'later' }), /^added later/);
  ctx.log('it stayed awake and connected for longer than idle workers live');
  await browser.close();
}

/** @param {Gatehouse} gatehouse @param {import('playwright').Page} popup */
async function pair(gatehouse, popup) {
  await popup.getByText('Where Gatehouse listens').click();
  const port = popup.getByLabel('Port on this machine');
  await port.fill(String(gatehouse.browserPort));
  await port.press('Tab');
  await popup.getByRole('button', { name: 'Connect to Gatehouse' }).click();
  const window = await gatehouse.mainPage();
  await window.getByRole('button', { name: 'Show the code' }).click();
  const code = await window.locator('.pairing-code').textContent();
  await popup.getByLabel('Code').fill(code ?? '');
  await popup.getByRole('button', { name: 'Connect', exact: true }).click();
  await popup.getByText('Connected to Gatehouse.').waitFor();
  await popup.close();
}

/** @param {Gatehouse} gatehouse @param {string} name */
async function connect(gatehouse, name) {
  const client = new Client({ name, version: '1' });
  const headers = { Authorization: `Bearer ${gatehouse.newKey(name)}` };
  const url = new URL(gatehouse.mcpUrl);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

/** @param {Client} client */
const names = async (client) => (await client.listTools()).tools.map(({ name }) => name);

/** @param {Client} client @param {string} name @param {object} args @returns {Promise<string>} */
async function callTool(client, name, args) {
  const result = await client.callTool({ name, arguments: { ...args } });
  const [first] = /** @type {{ text?: string }[]} */ (result.content);
  return first?.text ?? '';
}

/** @param {() => Promise<unknown>} look */
async function eventually(look) {
  const until = performance.now() + 20_000;
  while (!(await look())) {
    if (performance.now() > until) throw new Error('it did not happen in time');
    await rest(200);
  }
}

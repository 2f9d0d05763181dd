// MCP Inspector sees the tools of browser tabs over `gatehouse stdio` exactly as over HTTP, and uses them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { startGatehouse } from './lib/gatehouse.mjs';
import { connectStandInBrowser } from './lib/stand-in-browser.mjs';
import { toItsEnd } from './lib/walk.mjs';

export const needs = { '@modelcontextprotocol/inspector': '2.12.0' };
export const byDefault = true;

/** @param {import('./lib/walk.mjs').World} ctx */
export async function run(ctx) {
  const project = path.join(ctx.home, 'project');
  fs.mkdirSync(path.join(project, '.git'), { recursive: true });
  const gatehouse = await startGatehouse(ctx);
  const browser = await connectStandInBrowser(gatehouse);
  try {
    await rest(500);
    const key = gatehouse.newKey('inspector');
    const cli = path.join(ctx.repo, 'bin/gatehouse.mjs');
    const overHttp = [
      ...[gatehouse.mcpUrl, '--transport', 'http'],
      ...['--header', `Authorization: Bearer ${key}`],
    ];
    const overPipes = [
      ...[process.execPath, cli, 'stdio', '--client', 'inspector-pipes'],
      ...['-e', `GATEHOUSE_DATA_DIR=${gatehouse.dataDir}`],
    ];
    for (const protocol of ['legacy', 'auto', 'modern']) {
      const [http, pipes] = [
        await tabTools(ctx, project, overHttp, protocol),
        await tabTools(ctx, project, overPipes, protocol),
      ];
      assert.deepEqual(pipes, http);
      assert.deepEqual(
        http.map(({ name }) => name),
        ['tab12_createTodo'],
      );
    }
    ctx.log('tab tools are listed over stdio exactly as over HTTP, in every era');

    const call = ['--method', 'tools/call', '--tool-name', 'tab12_createTodo'];
    const args = ['--tool-args-json', JSON.stringify({ text: 'buy milk' })];
    const calling = inspect(ctx, project, [
      ...overPipes,
      '--protocol-era',
      'auto',
      ...call,
      ...args,
    ]);
    await gatehouse.allowNextAsk();
    const read = await gatehouse.confirmNextAsk();
    assert.match(read, /https:\/\/todo\.example/);
    assert.match(await calling, /added buy milk/);
    ctx.log('and called: the ask named the site');
  } finally {
    browser.close();
    await gatehouse.close();
  }
}

/** @param {import('./lib/walk.mjs').World} ctx @param {string} cwd @param {string[]} target @param {string} protocol @returns {Promise<{ name: string }[]>} */
async function tabTools(ctx, cwd, target, protocol) {
  const list = ['--protocol-era', protocol, '--method', 'tools/list', '--format', 'json'];
  const output = await inspect(ctx, cwd, [...target, ...list]);
  const json = jsonIn(output);
  const tools = (json.result ?? json).tools;
  return tools.filter((/** @type {{ name: string }} */ { name }) => name.startsWith('tab'));
}

/** On one line or on many; what it says beside it is none. @param {string} output */
function jsonIn(output) {
  const [whole = ''] = /^\{.*\}$/m.exec(output) ?? /^\{[\s\S]*?^\}/m.exec(output) ?? [];
  return JSON.parse(whole);
}

/** It wants Node 22 or newer, so it runs on Electron's. @param {import('./lib/walk.mjs').World} ctx @param {string} cwd @param {string[]} args */
async function inspect(ctx, cwd, args) {
  const script = path.join(ctx.binDir('@modelcontextprotocol/inspector'), 'mcp-inspector');
  const env = { ...ctx.env, ELECTRON_RUN_AS_NODE: '1' };
  const { code, output } = await toItsEnd(ctx.electron, [script, '--cli', ...args], { cwd, env });
  assert.equal(code, 0, output);
  return output;
}

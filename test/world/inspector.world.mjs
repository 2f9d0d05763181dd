// MCP Inspector's command line, over HTTP and over `gatehouse stdio`, in every era it knows.
import assert from 'node:assert/strict';
import path from 'node:path';
import { toItsEnd, walk } from './lib/walk.mjs';

export const needs = { '@modelcontextprotocol/inspector': '2.12.0' };
export const byDefault = true;

const eras = ['legacy', 'auto', 'modern'];

/** @typedef {import('./lib/walk.mjs').World} World */
/** @typedef {import('./lib/walk.mjs').Place} Place */

/** @param {World} ctx */
export async function run(ctx) {
  await walk(ctx, {
    name: 'inspector',
    run: async (place) => {
      const { project, mcpUrl, key, gatehouse } = place;
      const overHttp = [mcpUrl, '--transport', 'http', '--header', `Authorization: Bearer ${key}`];
      const ask = caller(ctx, project, overHttp);
      const accessArgs = {
        scopes: ['read:files'],
        roots: [project],
        reason: 'to read the greeting',
      };
      await ask('legacy', 'request_access', accessArgs);
      const file = { path: path.join(project, 'greeting.txt') };
      const read = await ask('legacy', 'open_file', file);
      for (const protocol of eras)
        assert.match(await lists(ctx, project, overHttp, protocol), /"open_file"/);

      const cli = path.join(ctx.repo, 'bin/gatehouse.mjs');
      const overPipes = [process.execPath, cli, 'stdio', '--client', 'inspector-pipes'];
      const env = ['-e', `GATEHOUSE_DATA_DIR=${gatehouse.dataDir}`];
      const pipes = [...overPipes, ...env];
      for (const protocol of eras)
        assert.match(await lists(ctx, project, pipes, protocol), /"open_file"/);
      const working = caller(ctx, project, pipes)('auto', 'request_access', accessArgs);
      await gatehouse.allowNextAsk();
      await working;
      const again = await caller(ctx, project, pipes)('auto', 'open_file', file);
      assert.match(again, /the word is halberd/);
      ctx.log(`over HTTP and over gatehouse stdio, eras ${eras.join(', ')}`);
      return { code: 0, output: read };
    },
  });
}

/** @param {World} ctx @param {string} cwd @param {string[]} target */
const caller =
  (ctx, cwd, target) =>
  async (/** @type {string} */ protocol, /** @type {string} */ tool, /** @type {object} */ args) =>
    inspect(ctx, cwd, [
      ...target,
      ...['--protocol-era', protocol, '--method', 'tools/call', '--tool-name', tool],
      ...['--tool-args-json', JSON.stringify(args), '--format', 'json'],
    ]);

/** @param {World} ctx @param {string} cwd @param {string[]} target @param {string} protocol */
const lists = (ctx, cwd, target, protocol) =>
  inspect(ctx, cwd, [...target, '--protocol-era', protocol, '--method', 'tools/list']);

/** It wants Node 22 or newer, so it runs on Electron's. @param {World} ctx @param {string} cwd @param {string[]} args */
async function inspect(ctx, cwd, args) {
  const script = path.join(ctx.binDir('@modelcontextprotocol/inspector'), 'mcp-inspector');
  const env = { ...ctx.env, ELECTRON_RUN_AS_NODE: '1' };
  const { code, output } = await toItsEnd(ctx.electron, [script, '--cli', ...args], { cwd, env });
  assert.equal(code, 0, output);
  return output;
}

// MCP Inspector's command line against the real app: it lists our tools and calls one.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { startGatehouse } from './lib/gatehouse.mjs';

export const needs = { '@modelcontextprotocol/inspector': '2.12.0' };

/** @param {{ home: string, electron: string, repo: string, env: NodeJS.ProcessEnv,
 *   binDir(name: string): string, log(...words: unknown[]): void }} ctx */
export async function run(ctx) {
  const gatehouse = await startGatehouse(ctx);
  try {
    const header = `Authorization: Bearer ${gatehouse.newKey('inspector')}`;
    const inspect = (/** @type {string[]} */ ...args) =>
      inspector(ctx, [gatehouse.mcpUrl, '--transport', 'http', '--header', header, ...args]);
    const listed = await inspect('--method', 'tools/list');
    for (const tool of ['request_access', 'await_access', 'access_status', 'open_file']) {
      assert.ok(listed.includes(`"${tool}"`), `${tool} is not listed: ${listed}`);
    }
    const status = await inspect('--method', 'tools/call', '--tool-name', 'access_status');
    assert.match(status, /pending_requests/);
    ctx.log('lists the tools and reads access_status');
  } finally {
    await gatehouse.close();
  }
}

/** It wants Node 22 or newer, so it runs on Electron's. @param {{ electron: string, env: NodeJS.ProcessEnv,
 *   binDir(name: string): string }} ctx @param {string[]} args */
async function inspector(ctx, args) {
  const script = path.join(ctx.binDir('@modelcontextprotocol/inspector'), 'mcp-inspector');
  const env = { ...ctx.env, ELECTRON_RUN_AS_NODE: '1' };
  const { stdout } = await promisify(execFile)(ctx.electron, [script, '--cli', ...args], { env });
  return stdout;
}

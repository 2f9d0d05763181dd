// `gatehouse stdio` finds no app: it starts the real one, hidden; when its owner quits it, it stays so.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

export const byDefault = true;

/** @param {import('./lib/walk.mjs').World} ctx */
export async function run(ctx) {
  const dataDir = path.join(ctx.home, 'gatehouse-data');
  const discovery = path.join(dataDir, 'gatehouse.json');
  const env = { ...ctx.env, GATEHOUSE_DATA_DIR: dataDir, GATEHOUSE_PORT: '0' };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.join(ctx.repo, 'bin/gatehouse.mjs'), 'stdio', '--client', 'desk'],
    env,
  });
  const client = new Client({ name: 'desk', version: '1' });
  const started = performance.now();
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.ok(tools.some((tool) => tool.name === 'request_access'));
  ctx.log(`started the app and listed the tools in ${seconds(started)}`);

  const { pid } = JSON.parse(fs.readFileSync(discovery, 'utf8'));
  process.kill(pid, 'SIGTERM');
  while (fs.existsSync(discovery)) await new Promise((resolve) => setTimeout(resolve, 50));
  await assert.rejects(() => client.listTools(), /Gatehouse is not running/);
  assert.ok(!fs.existsSync(discovery), 'it was started again');
  ctx.log('quit by its owner, it stays quit, and the client is told');
  await client.close();
}

/** @param {number} since */
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

// The app as it is packed, without Node's part in it: `gatehouse stdio` of the package finds no app,
// starts the real one, hidden, and lists its tools; the other commands know it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

export const byDefault = true;

const execute = promisify(execFile);
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** @param {import('./lib/walk.mjs').World} ctx */
export async function run(ctx) {
  if (process.platform !== 'linux') return ctx.log('tried on Linux only');
  const script = path.join(ctx.repo, 'scripts/dist.mjs');
  await execute(process.execPath, [script, '--unreleasable'], { cwd: ctx.repo, env: ctx.env });
  const program = path.join(ctx.repo, 'release/unreleasable/linux-unpacked/gatehouse');
  const dataDir = path.join(ctx.home, 'gatehouse-data');
  const discovery = path.join(dataDir, 'gatehouse.json');
  const env = { ...ctx.env, GATEHOUSE_DATA_DIR: dataDir, GATEHOUSE_PORT: '0' };
  const client = new Client({ name: 'desk', version: '1' });
  const started = performance.now();
  const args = [...asRoot, 'stdio', '--client', 'desk'];
  await client.connect(new StdioClientTransport({ command: program, args, env }));
  try {
    const { tools } = await client.listTools();
    assert.ok(tools.some((tool) => tool.name === 'request_access'));
    assert.ok(tools.some((tool) => tool.name === 'open_file'));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    ctx.log(`packed, started by stdio, ${tools.length} tools listed in ${seconds} s`);
    const { pid } = JSON.parse(fs.readFileSync(discovery, 'utf8'));
    assert.equal(fs.realpathSync(`/proc/${pid}/exe`), fs.realpathSync(program));
    const status = await execute(program, [...asRoot, 'status', '--json'], { env });
    assert.equal(JSON.parse(status.stdout).pid, pid);
    ctx.log('its own status knows the app that it started');
  } finally {
    await client.close();
    quit(discovery);
  }
  while (fs.existsSync(discovery)) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** @param {string} discovery */
function quit(discovery) {
  if (fs.existsSync(discovery)) process.kill(JSON.parse(fs.readFileSync(discovery, 'utf8')).pid);
}

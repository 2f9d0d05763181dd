// `exec_command true` over MCP in the real app, in turn with what it must cost at least: a call of the
// same app that starts nothing, and the program started plainly.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron } from 'playwright';
import { connect } from './activity-app.mjs';
import { electronSwitches } from './electron-process.mjs';

const rounds = 40;
const warmUp = 5;
/** Longer than the window takes no answer. */
const guardMs = 800;
const repo = path.resolve(import.meta.dirname, '../..');
const limits = { callsPerSecond: 1000, burst: 1000, sameCallPerMinute: 1000 };

/** @param {{ electron: string, env: NodeJS.ProcessEnv }} what @returns {Promise<{ ours: number[], theirs: number[] }>} ms */
export async function sandboxedCalls({ electron, env }) {
  const dataDir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-')));
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-asked-')));
  fs.writeFileSync(path.join(root, 'a.txt'), 'text\n');
  fs.writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify({ limits }));
  const ours = {
    ...env,
    GATEHOUSE_DATA_DIR: dataDir,
    GATEHOUSE_CHECKPOINT_DIR: path.join(dataDir, 'checkpoints'),
    GATEHOUSE_PORT: '0',
  };
  const args = [repo, ...electronSwitches, '--no-window'];
  const app = await _electron.launch({ executablePath: electron, args, env: ours });
  try {
    const ask = await app.firstWindow();
    await ask.waitForLoadState('load');
    const client = await connect(ours, dataDir);
    await grant(client, ask, root);
    const times = { ours: /** @type {number[]} */ ([]), theirs: /** @type {number[]} */ ([]) };
    for (let round = 0; round < rounds + warmUp; round += 1) {
      const inSandbox = await timed(() => call(client, 'exec_command', { argv: ['true'] }));
      const file = path.join(root, 'a.txt');
      const nothing = await timed(() => call(client, 'open_file', { path: file }));
      const plain = await timed(() => once(spawn('/usr/bin/true'), 'close'));
      if (round < warmUp) continue;
      times.ours.push(inSandbox);
      times.theirs.push(nothing + plain);
    }
    await client.close();
    return times;
  } finally {
    await app.close();
    for (const folder of [dataDir, root])
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @typedef {import('@modelcontextprotocol/sdk/client/index.js').Client} Client */

/** @param {Client} client @param {import('playwright').Page} ask @param {string} root */
async function grant(client, ask, root) {
  const scopes = ['run:commands', 'read:files', 'write:files'];
  const answer = call(client, 'request_access', { scopes, roots: [root], reason: 'bench' });
  await ask.locator('.allow-button').waitFor();
  await ask.waitForTimeout(guardMs);
  await ask.locator('.allow-button[aria-disabled="false"]').click();
  await answer;
}

/** @param {Client} client @param {string} name @param {Record<string, unknown>} args */
async function call(client, name, args) {
  const result = await client.callTool({ name, arguments: args });
  if (result['isError']) throw new Error(JSON.stringify(result));
  return result;
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

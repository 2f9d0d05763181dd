// From an agent's call to the first painted frame of the ask window, in the real app.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { _electron } from 'playwright';
import { electronSwitches } from './electron-process.mjs';

const repo = path.resolve(import.meta.dirname, '../..');

/** @param {{ electron: string, env: NodeJS.ProcessEnv, rounds: number }} what @returns {Promise<number[]>} ms */
export async function paintedAsks({ electron, env, rounds }) {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-bench-'));
  const ours = {
    ...env,
    GATEHOUSE_DATA_DIR: dataDir,
    GATEHOUSE_CHECKPOINT_DIR: path.join(dataDir, 'checkpoints'),
    GATEHOUSE_PORT: '0',
  };
  const app = await _electron.launch({
    executablePath: electron,
    args: [repo, ...electronSwitches, '--no-window'],
    env: ours,
  });
  try {
    const ask = await app.firstWindow();
    await ask.waitForLoadState('load');
    const client = await connect(ours, dataDir);
    const times = [];
    for (let round = 0; round < rounds; round += 1) times.push(await oneAsk(client, ask));
    await client.close();
    return times;
  } finally {
    await app.close();
    fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @param {NodeJS.ProcessEnv} env @param {string} dataDir */
async function connect(env, dataDir) {
  const args = [path.join(repo, 'bin/gatehouse.mjs'), 'keys', 'add', 'bench', '--json'];
  const { key } = JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' }));
  const { mcpUrl } = JSON.parse(fs.readFileSync(path.join(dataDir, 'gatehouse.json'), 'utf8'));
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit }));
  return client;
}

/** @param {Client} client @param {import('playwright').Page} ask */
async function oneAsk(client, ask) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-asked-'));
  const painted = await ask.evaluateHandle(watchForPaint, path.basename(root));
  const asked = performance.timeOrigin + performance.now();
  const answer = client.callTool({
    name: 'request_access',
    arguments: { scopes: ['read:files'], roots: [root], reason: 'bench' },
  });
  const ms = (await painted.evaluate(({ when }) => when)) - asked;
  await ask.getByRole('button', { name: 'Deny' }).click();
  await answer;
  fs.rmSync(root, { recursive: true });
  return ms;
}

/** In the page: when this folder is in the document and two frames have passed. Hidden pages get none.
 * @param {string} folder @returns {{ when: Promise<number> }} */
function watchForPaint(folder) {
  const when = new Promise((/** @type {(ms: number) => void} */ resolve) => {
    const watch = new MutationObserver(() => {
      if (!document.body.textContent?.includes(folder)) return;
      watch.disconnect();
      requestAnimationFrame(() =>
        requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now())),
      );
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return { when };
}

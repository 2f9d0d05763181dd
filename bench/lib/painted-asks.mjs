// From an agent's call to the first painted frame of the ask window, in the real app.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron } from 'playwright';
import { connect } from './activity-app.mjs';
import { electronSwitches } from './electron-process.mjs';

/** Longer than the window takes no answer. */
const guardMs = 800;
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

/** @param {import('@modelcontextprotocol/sdk/client/index.js').Client} client @param {import('playwright').Page} ask */
async function oneAsk(client, ask) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-asked-'));
  const painted = await ask.evaluateHandle(watchForPaint, path.basename(root));
  const asked = performance.timeOrigin + performance.now();
  const answer = client.callTool({
    name: 'request_access',
    arguments: { scopes: ['read:files'], roots: [root], reason: 'bench' },
  });
  const ms = (await painted.evaluate(({ when }) => when)) - asked;
  // Yes each time: an agent that is denied three times is not shown any more.
  await ask.waitForTimeout(guardMs);
  await ask.locator('.allow-button[aria-disabled="false"]').click();
  await answer;
  await client.callTool({ name: 'end_session', arguments: {} });
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

// The real app, an agent that is a real MCP client, and a person at the ask window.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron } from 'playwright';
import { connect } from './activity-app.mjs';
import { electronSwitches } from './electron-process.mjs';
import { answerAsks } from './consent-person.mjs';

const repo = path.resolve(import.meta.dirname, '../..');
const limits = { callsPerSecond: 1000, burst: 1000, sameCallPerMinute: 1000 };
const screen = { width: 1366, height: 768 };

/** @typedef {import('./consent-task.mjs').PlayedCall} PlayedCall */
/** @typedef {{ isError: boolean, data: Record<string, unknown> }} Answer */

/** @param {{ electron: string, env: NodeJS.ProcessEnv, hasSandbox: boolean }} what */
export async function openConsent({ electron, env, hasSandbox }) {
  const made = () => fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-consent-')));
  const [dataDir, home] = [made(), made()];
  fs.writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify({ limits }));
  fs.writeFileSync(
    path.join(home, '.gitconfig'),
    '[user]\n\tname = Ada\n\temail = ada@example.org\n',
  );
  const ours = {
    ...env,
    ...{ HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin' },
    ...{ XDG_CONFIG_HOME: '', XDG_DATA_HOME: '', XDG_CACHE_HOME: '', XDG_STATE_HOME: '' },
    GATEHOUSE_DATA_DIR: dataDir,
    GATEHOUSE_CHECKPOINT_DIR: path.join(dataDir, 'checkpoints'),
    GATEHOUSE_PORT: '0',
    ...(hasSandbox ? {} : { GATEHOUSE_NO_SANDBOX: '1' }),
  };
  const args = [repo, ...electronSwitches, '--no-window'];
  const app = await _electron.launch({ executablePath: electron, args, env: ours });
  const page = await app.firstWindow();
  await page.waitForLoadState('load');
  await app.evaluate(({ screen: real }, area) => {
    const display = real.getPrimaryDisplay();
    const small = { x: 0, y: 0, ...area };
    const seen = { ...display, size: area, workAreaSize: area, bounds: small, workArea: small };
    Object.assign(real, {
      getPrimaryDisplay: () => seen,
      getDisplayNearestPoint: () => seen,
      getDisplayMatching: () => seen,
    });
  }, screen);
  let current = '';
  const person = answerAsks(app, page, () => current);
  /** An agent with a key of its own. @param {string} name */
  const newAgent = async (name) => {
    const client = await connect(ours, dataDir, name);
    return {
      /** @param {PlayedCall} call @returns {Promise<Answer>} */
      async call({ kind, name: tool, args: given }) {
        current = kind;
        const once = async (/** @type {string} */ which, /** @type {object} */ sent) => {
          const asked = { name: which, arguments: { ...sent } };
          const result = await client.callTool(asked, undefined, { timeout: 180_000 });
          const data = /** @type {Record<string, unknown>} */ (result['structuredContent'] ?? {});
          return { isError: result['isError'] === true, data };
        };
        let answer = await once(tool, given);
        // On a busy computer the person is slower than one call may last.
        for (let tries = 0; tries < 5 && answer.data['status'] === 'pending'; tries += 1)
          answer = await once('await_access', { request_id: answer.data['request_id'] });
        return answer;
      },
      close: () => client.close(),
    };
  };
  return {
    dataDir,
    home,
    person,
    newAgent,
    ledger: () => ledgerIn(dataDir),
    async close() {
      await person.stop();
      await app.close();
      for (const folder of [dataDir, home])
        fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** @param {string} dataDir @returns {Record<string, any>[]} */
function ledgerIn(dataDir) {
  const folder = path.join(dataDir, 'audit');
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .toSorted()
    .flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').split('\n'))
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text));
}

// The real app for a world test, and the person who clicks in it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { _electron } from 'playwright';
import { readThrough } from './answer-asks.mjs';

/** @param {{ electron: string, repo: string, home: string, env: NodeJS.ProcessEnv }} ctx */
export async function startGatehouse({ electron, repo, home, env }) {
  const dataDir = path.join(home, 'gatehouse-data');
  const ours = { ...env, GATEHOUSE_DATA_DIR: dataDir, GATEHOUSE_PORT: '0' };
  const root = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const app = await _electron.launch({
    executablePath: electron,
    args: [repo, '--password-store=basic', '--no-window', ...root],
    env: ours,
  });
  const ask = await app.firstWindow();
  await ask.waitForLoadState('load');
  const discovery = path.join(dataDir, 'gatehouse.json');
  while (!fs.existsSync(discovery)) await new Promise((resolve) => setTimeout(resolve, 20));
  const { mcpUrl, browserPort } = JSON.parse(fs.readFileSync(discovery, 'utf8'));
  const cli = (/** @type {string[]} */ ...args) =>
    JSON.parse(
      execFileSync(process.execPath, [path.join(repo, 'bin/gatehouse.mjs'), ...args, '--json'], {
        env: ours,
        encoding: 'utf8',
      }),
    );
  const clickAllow = async (/** @type {import('playwright').Locator} */ allow) => {
    await allow.waitFor({ timeout: 120_000 });
    // A click that comes too early is not taken, and a person would click again.
    for (let tries = 0; tries < 6 && (await allow.isVisible()); tries += 1) {
      await allow.click({ timeout: 10_000 }).catch(() => undefined);
      await allow.waitFor({ state: 'hidden', timeout: 3_000 }).catch(() => undefined);
    }
  };
  return {
    mcpUrl,
    browserPort,
    dataDir,
    askPage: ask,
    /** Whether the person sees the main window. */
    isMainShown: () =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().some(
          (one) => one.isVisible() && one.webContents.getURL().includes('main.html'),
        ),
      ),
    /** The person closes the main window. */
    closeMain: () =>
      app.evaluate(({ BrowserWindow }) => {
        for (const one of BrowserWindow.getAllWindows()) {
          if (one.webContents.getURL().includes('main.html')) one.close();
        }
      }),
    /** The window the person looks at; it is made when first wanted. */
    async mainPage() {
      const isMain = (/** @type {import('playwright').Page} */ page) =>
        page.url().includes('main.html');
      const shown = app.windows().find(isMain);
      if (shown) return shown;
      const opening = app.waitForEvent('window', { predicate: isMain });
      await app.evaluate(({ app: electronApp }) => electronApp.emit('activate'));
      return opening;
    },
    /** The person reads a call and allows it, once or for the session; what they read. */
    async confirmNextAsk({ forSession = false } = {}) {
      const name = forSession ? /^Allow (?!once)/ : /^Allow once/;
      const allow = ask.getByRole('button', { name }).and(ask.locator('[aria-disabled="false"]'));
      await ask.getByRole('button', { name }).waitFor({ timeout: 120_000 });
      await readThrough(ask);
      await allow.waitFor({ timeout: 120_000 });
      const read = await ask.locator('body').innerText();
      await clickAllow(allow);
      return read;
    },
    /** The person picks this folder in the dialog of the system. @param {string} folder */
    choose: (folder) =>
      app.evaluate(({ dialog }, selected) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [selected] });
      }, folder),
    /** @param {string} name @returns {string} */
    newKey: (name) => cli('keys', 'add', name).key,
    /** The main window, as the tray would open it. */
    async openMainWindow() {
      await app.evaluate(({ app: running }) => void running.emit('activate'));
      for (;;) {
        const found = app.windows().find((page) => page.url().endsWith('main.html'));
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    /** The person: sees the next ask and allows it as it stands. */
    async allowNextAsk() {
      const allow = ask.getByRole('button', {
        name: /^(Allow (for \d|until )|Same as last time)/,
      });
      await allow.waitFor({ timeout: 120_000 });
      // A click that comes too early is not taken, and a person would click again.
      for (let tries = 0; tries < 6 && (await allow.isVisible()); tries += 1) {
        await readThrough(ask);
        await ask.locator('button.allow-button[aria-disabled="false"]').click({ timeout: 10_000 });
        await allow.waitFor({ state: 'hidden', timeout: 3_000 }).catch(() => undefined);
      }
    },
    /** @returns {{ actor: string, action: string, phase: string, result?: string, entry?: string, code?: string, carried_out_by?: string }[]} */
    ledger: () =>
      fs
        .readFileSync(path.join(dataDir, 'audit/000001.jsonl'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    close: () => app.close(),
    /** The whole app ends at once, as in a crash. */
    kill: () => void app.process().kill('SIGKILL'),
    /** The process of one of the app's own services; null when none runs. @param {string} name @returns {Promise<number | null>} */
    pidOfService: (name) =>
      app.evaluate(
        ({ app: running }, wanted) =>
          running.getAppMetrics().find((one) => one.serviceName === wanted || one.name === wanted)
            ?.pid ?? null,
        name,
      ),
  };
}

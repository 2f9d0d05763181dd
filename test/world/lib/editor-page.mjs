// A real editor of the VS Code family, served to a real page in headless Chromium.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { chromium } from 'playwright';

const readyMs = 60_000;

/** With this, every folder that is opened is trusted. */
export const noTrust = '--disable-workspace-trust';

/**
 * @param {{ program: string, args: string[], env: NodeJS.ProcessEnv, ready: RegExp, logFile: string }} server
 * @returns {Promise<{ url: string, pid: number, stop(signal: NodeJS.Signals): Promise<void> }>}
 */
export async function startServer({ program, args, env, ready, logFile }) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  const url = await new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`it does not serve:\n${output}`)), readyMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        fs.appendFileSync(logFile, chunk);
        const found = ready.exec(output);
        if (!found) return;
        clearTimeout(late);
        resolve(found[1]);
      });
    }
    child.once('exit', (code) => reject(new Error(`it ended with ${code}:\n${output}`)));
  });
  const stop = async (/** @type {NodeJS.Signals} */ signal) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    // The whole group: extension hosts are children of it.
    process.kill(-(child.pid ?? 0), signal);
    await ended;
  };
  return { url, pid: child.pid ?? 0, stop };
}

/** @param {{ url: string, folder: string, profile: string }} page */
export async function openBrowser({ url, folder, profile }) {
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumProgram(),
    headless: true,
    viewport: { width: 1280, height: 800 },
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const page = browser.pages()[0] ?? (await browser.newPage());
  await openWindow(page, `${url}/?folder=${encodeURIComponent(folder)}`);
  return { browser, page };
}

/** @param {import('playwright').Page} page @param {string} target */
export async function openWindow(page, target) {
  await page.goto(target, { timeout: 60_000 });
  await page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
}

/** Debian's, or whichever the machine has. */
export function chromiumProgram() {
  const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const found = process.env.GATEHOUSE_CHROMIUM ?? places.find((place) => fs.existsSync(place));
  if (!found) throw new Error('There is no Chromium here: apt-get install chromium.');
  return found;
}

/**
 * A question about the folder takes the keys as long as it is there, and may come late.
 * @param {import('playwright').Page} page @param {import('playwright').Locator} input
 */
async function openPalette(page, input) {
  const isOpen = () =>
    input.waitFor({ timeout: 10_000 }).then(
      () => true,
      () => false,
    );
  for (let tries = 0; tries < 6; tries += 1) {
    await page.keyboard.press('F1');
    if (await isOpen()) return;
    await distrust(page);
  }
  throw new Error('the palette does not open');
}

/** Where the editor asks. @param {import('playwright').Page} page @param {number} [timeout] */
export async function distrust(page, timeout = 1_000) {
  const no = page.getByRole('button', { name: /No, I don.t trust the authors/ });
  await no.click({ timeout }).catch(() => undefined);
}

/** @param {import('playwright').Page} page @param {string} title as in the palette */
export async function runCommand(page, title) {
  const input = page.locator('.quick-input-widget input').first();
  await openPalette(page, input);
  await input.fill(`>${title}`);
  // On a busy machine the list of before is still there.
  const row = page.locator('.quick-input-list .monaco-list-row.focused', { hasText: title });
  await row.first().waitFor({ timeout: 60_000 });
  await page.keyboard.press('Enter');
}

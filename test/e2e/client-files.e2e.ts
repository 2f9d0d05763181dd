/** The Clients page with hostile config files, and with an entry that someone else changed. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type RunningApp } from './support/app.ts';
import { takeScreenshots } from './support/screenshots.ts';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-files-')));
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

/** The longest pause of the main process in milliseconds while `work` ran. */
async function longestPause(app: RunningApp, work: () => Promise<void>): Promise<number> {
  await app.electron.evaluate(() => {
    const watch = { longest: 0, last: performance.now() };
    const timer = setInterval(() => {
      const now = performance.now();
      watch.longest = Math.max(watch.longest, now - watch.last - 10);
      watch.last = now;
    }, 10);
    Object.assign(globalThis, { watch, timer });
  });
  await work();
  return app.electron.evaluate(() => {
    const found = globalThis as unknown as { watch: { longest: number }; timer: NodeJS.Timeout };
    clearInterval(found.timer);
    return found.watch.longest;
  });
}

const attack = 'execArgv = ["--import=data:text/javascript,process.abort()"]\n';

test('J21 hostile config files do not pollute prototypes, block the page or break other cards', async ({
  start,
}) => {
  test.setTimeout(180_000);
  const home = folderWith({
    '.codex/config.toml': `[__proto__]\n${attack}[constructor.prototype]\n${attack}`,
    '.config/goose/config.yaml': 'GOOSE_MODE: *nobody\n',
    '.config/opencode/opencode.json': `{ // jsonc\n${'"k": [1, 2, { "a": "b" }],\n'.repeat(600_000)} }`,
    '.gemini/settings.json': '{ "\\u005f_proto__": { "execArgv": ["--inspect"] } }',
    '.cursor/mcp.json': '{ "mcpServers": {} }',
    '.claude/settings.json': '{ "permissions": { "defaultMode": "bypassPermissions" } }',
  });
  try {
    const app = await start({ env: { HOME: home, XDG_CONFIG_HOME: path.join(home, '.config') } });
    const page = await app.openMainWindow();
    const pause = await longestPause(app, async () => {
      await page.locator('h1').focus();
      await page.keyboard.press('6');
      const cursor = page.getByRole('article', { name: 'Cursor' });
      await expect(cursor.getByText('Not connected')).toBeVisible({ timeout: 90_000 });
      for (const name of ['Codex', 'Goose', 'OpenCode'])
        await expect(page.getByRole('article', { name, exact: false }).first()).toBeVisible();
    });
    // The other files are read.
    await expect(page.getByRole('row', { name: /Claude Code Without asking/ })).toBeVisible();
    expect(pause).toBeLessThan(2_000);
    const polluted = await app.electron.evaluate(() => {
      const clean: Record<string, unknown> = {};
      return [clean['execArgv'], ([] as unknown as Record<string, unknown>)['execArgv']].map(
        String,
      );
    });
    expect(polluted).toEqual(['undefined', 'undefined']);
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
});

test('I11 an entry changed by someone else is shown as a diff, to write again or to keep', async ({
  start,
}) => {
  test.setTimeout(120_000);
  const home = folderWith({ '.cursor/mcp.json': '{\n  "mcpServers": {}\n}\n' });
  const file = path.join(home, '.cursor/mcp.json');
  try {
    const app = await start({ env: { HOME: home, XDG_CONFIG_HOME: path.join(home, '.config') } });
    const page = await app.openMainWindow();
    await page.locator('h1').focus();
    await page.keyboard.press('6');
    const card = page.getByRole('article', { name: 'Cursor' });
    await card.getByRole('button', { name: 'Connect: Cursor' }).click({ timeout: 30_000 });
    const dialog = page.getByRole('dialog', { name: 'Connect Cursor' });
    await dialog.getByRole('button', { name: 'Connect' }).click({ timeout: 30_000 });
    await dialog.getByRole('button', { name: 'Close' }).click();
    const ours = fs.readFileSync(file, 'utf8');
    const theirs = ours.replace('"stdio"', '"stdio-of-someone-else"');
    expect(theirs).not.toBe(ours);

    fs.writeFileSync(file, theirs);
    await expect(card.getByText('stdio-of-someone-else')).toBeVisible({ timeout: 30_000 });
    await takeScreenshots(app, page, 'clients-changed');
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    // By keyboard.
    await card.getByRole('button', { name: 'Reconnect: Cursor' }).focus();
    await page.keyboard.press('Enter');
    await expect(card.getByText('stdio-of-someone-else')).toBeHidden({ timeout: 30_000 });
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual(JSON.parse(ours));

    fs.writeFileSync(file, theirs);
    await card.getByRole('button', { name: 'Keep the change: Cursor' }).click({ timeout: 30_000 });
    await expect(card.getByText('stdio-of-someone-else')).toBeHidden({ timeout: 30_000 });
    await expect(card.getByText('Changed outside Gatehouse')).toBeHidden();
    expect(fs.readFileSync(file, 'utf8')).toBe(theirs);
    const acts = app.ledger().map(({ action, phase }) => `${action} ${phase}`);
    expect(acts).toContain('owner.keep_client_config outcome');
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
});

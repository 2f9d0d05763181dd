/** Run in sandbox, from the button to the ended agent: the terminal is a stand-in, all else is real. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './support/app.ts';
import { clickAllow, pickInFileDialog } from './support/asks.ts';
import { goTo } from './support/sample-work.ts';
import { takeScreenshots } from './support/screenshots.ts';

const terminal = '#!/bin/sh\nshift\nexec "$@" < /dev/null > "$HOME/terminal.txt" 2>&1\n';
const agent =
  '#!/bin/sh\necho "in the sandbox: $PWD"\nls "$HOME/work" 2>&1\necho made > made.txt\nsleep 4\n';

test('a click on Run in sandbox opens a terminal, asks, and runs the agent inside', async ({
  start,
}) => {
  test.setTimeout(240_000);
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-run-')));
  const write = (name: string, text: string): void => {
    const file = path.join(home, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text, { mode: 0o755 });
  };
  write('bin/x-terminal-emulator', terminal);
  write('bin/claude', agent);
  write('work/secret.txt', 'secret\n');
  const harbour = path.join(home, 'work/harbour');
  fs.mkdirSync(harbour);
  try {
    const env = { HOME: home, XDG_CONFIG_HOME: path.join(home, '.config') };
    const search = `${path.join(home, 'bin')}:${process.env['PATH'] ?? ''}`;
    const app = await start({ env: { ...env, PATH: search } });
    const page = await app.openMainWindow();
    await goTo(page, 'Clients');
    const button = page.getByRole('button', { name: 'Run in sandbox: Claude Code' });
    await button.click({ timeout: 60_000 });
    const dialog = page.getByRole('dialog', { name: 'Run Claude Code in the sandbox' });
    await expect(dialog.getByRole('button', { name: 'Open terminal' })).toBeDisabled();
    await pickInFileDialog(app, harbour);
    await dialog.getByRole('button', { name: 'Choose…' }).click();
    await expect(dialog.getByText(/&& .* run claude/)).toBeVisible();
    await page.waitForTimeout(300);
    await takeScreenshots(app, page, 'run-in-sandbox');
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    await dialog.getByRole('button', { name: 'Open terminal' }).click();
    await expect(page.getByText(/^Opened x-terminal-emulator/)).toBeVisible();

    const ask = await app.askPage();
    await expect(ask.getByText('in the sandbox').first()).toBeVisible({ timeout: 60_000 });
    await takeScreenshots(app, ask, 'ask-run-in-sandbox');
    await clickAllow(ask, ask.getByRole('button', { name: /^Allow for/ }));
    await goTo(page, 'Sessions');
    await expect(page.getByText('Claude Code').first()).toBeVisible({ timeout: 30_000 });
    await takeScreenshots(app, page, 'sandboxed-session');
    const ended = (): boolean =>
      app.ledger().some(({ action, phase }) => action === 'run_agent' && phase === 'outcome');
    await expect.poll(ended, { timeout: 60_000 }).toBe(true);
    const said = fs.readFileSync(path.join(home, 'terminal.txt'), 'utf8');
    expect(said).toContain(`in the sandbox: ${harbour}`);
    expect(said).not.toContain('secret.txt');
    expect(fs.readFileSync(path.join(harbour, 'made.txt'), 'utf8')).toBe('made\n');
    await goTo(page, 'Activity');
    await page.waitForTimeout(500);
    await takeScreenshots(app, page, 'sandboxed-activity');

    await goTo(page, 'Workspaces');
    await pickInFileDialog(app, harbour);
    await page.getByRole('button', { name: 'Add a project…' }).click();
    await page.getByRole('button', { name: 'Run in sandbox: harbour' }).click();
    const other = page.getByRole('dialog', { name: 'Run an agent in the sandbox' });
    await expect(other.getByText(/run claude/)).toBeVisible();
    await takeScreenshots(app, page, 'run-in-sandbox-workspace');
    await other.getByRole('button', { name: 'Cancel' }).click();
  } finally {
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
});

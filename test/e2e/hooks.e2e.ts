/** Own tools under the gate, from the sheet in the real app: diff, card, what switches it off, undo. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test } from './support/app.ts';
import { takeScreenshots } from './support/screenshots.ts';

async function clean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

test('Claude Code is put under the gate in the sheet, checked by its card, repaired and undone', async ({
  start,
}) => {
  test.setTimeout(180_000);
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-hooks-')));
  const file = path.join(home, '.claude/settings.json');
  const mine = '{\n  "hooks": {\n    "PreToolUse": [{ "matcher": "Bash", "hooks": [] }]\n  }\n}\n';
  fs.mkdirSync(path.dirname(file));
  fs.writeFileSync(file, mine);
  try {
    const app = await start({ env: { HOME: home, XDG_CONFIG_HOME: path.join(home, '.config') } });
    const page = await app.openMainWindow();
    await page.locator('h1').focus();
    await page.keyboard.press('6');
    const card = page.getByRole('article', { name: 'Claude Code' });
    await card.getByRole('button', { name: 'Connect: Claude Code' }).click({ timeout: 60_000 });
    const sheet = page.getByRole('dialog', { name: 'Connect Claude Code' });
    await sheet.getByRole('radio', { name: /^Under the gate/ }).check();
    await sheet.getByRole('tab', { name: /settings\.json/ }).click();
    await expect(sheet.getByText('"onFailure": "block"').first()).toBeVisible();
    await takeScreenshots(app, page, 'hooks-sheet');
    await clean(page);
    await sheet.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(sheet.getByText(/own tools are under the gate/)).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).click();
    const status = card.getByRole('region', { name: 'Own tools of Claude Code' });
    await expect(status.getByText(/Installed\. Start a new session/)).toBeVisible();
    await status.getByText('What can switch it off').click();
    await expect(status.getByText('{ "disableAllHooks": false }')).toBeVisible();
    await takeScreenshots(app, page, 'hooks-card');
    await clean(page);

    const written = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, written.replaceAll('86400', '1'));
    await status.getByRole('button', { name: 'Repair the hooks of Claude Code' }).click();
    const repair = page.getByRole('dialog', { name: 'Claude Code' });
    await repair.getByRole('button', { name: 'Save' }).click();
    await expect(repair.getByText(/own tools are under the gate/)).toBeVisible();
    await repair.getByRole('button', { name: 'Close' }).click();
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual(JSON.parse(written));

    await card.getByRole('button', { name: 'Undo: Claude Code' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(/: undone\./)).toBeVisible();
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toEqual(JSON.parse(mine));
  } finally {
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** Rules in the real app: creating, trying, applying, removing and restoring them. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test, type RunningApp } from './support/app.ts';
import { callTool, grantAll, project, accessRequest } from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';

async function clean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

const ledgerActions = (app: RunningApp): readonly string[] =>
  app
    .ledger()
    .filter(({ action }) => action.startsWith('rule.'))
    .map(({ action }) => action);

test('the user creates a rule, the agent is denied by it, and it is removed, restored and removed', async ({
  start,
}) => {
  test.setTimeout(120_000);
  const app = await start();
  const { root, file } = project();
  const client = await app.connect('opencode');
  await grantAll(app, client, accessRequest(root));
  const read = () => callTool(client, 'open_file', { path: file });
  expect(await read()).toMatchObject({ isError: false });

  const page = await app.openMainWindow();
  await page.locator('h1').focus();
  await page.keyboard.press('8');
  await expect(page.getByText('A rule applies to every session')).toBeVisible();
  await takeScreenshots(app, page, 'rules-empty');
  await clean(page);

  // A rule without a selection is not saved.
  await page.getByRole('button', { name: 'New rule…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New rule' });
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/Select at least one action/);
  await dialog.getByRole('checkbox', { name: /open_file/ }).check();
  await dialog.getByRole('combobox', { name: 'Agent' }).fill('opencode');
  await dialog.getByRole('combobox', { name: 'Folder' }).fill('/no/such/folder');
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/folder does not exist/);
  await dialog.getByRole('combobox', { name: 'Folder' }).fill(root);
  await dialog.getByLabel('Duration').click();
  await page.getByRole('option', { name: 'For 7 days' }).click();
  await expect(dialog.getByText(/^Ends /)).toBeVisible();
  await expect(dialog.getByText(`Never let opencode open a file in ${root}.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Test on the last 30 days' }).click();
  await expect(dialog.getByText(/Matches 1 call from the last 30 days/)).toBeVisible();
  await takeScreenshots(app, page, 'rules-form');
  await clean(page);
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expect(dialog).toBeHidden();

  const card = page.getByRole('row', { name: /Never let opencode open a file/ });
  await expect(card.getByText('Never', { exact: true })).toBeVisible();
  expect(await read()).toMatchObject({ isError: true, data: { code: 'denied-by-rule' } });
  await expect(card.getByText(/^today /)).toBeVisible();

  // The next rule is created from a ledger entry.
  await page.getByRole('button', { name: 'Activity' }).first().click();
  const denied = page.locator('.entry-place').filter({ hasText: 'open_file' }).first();
  await denied.getByRole('button').first().click();
  await page.getByRole('button', { name: 'Create rule…' }).click();
  const draft = page.getByRole('dialog', { name: 'Create rule' });
  await expect(draft.getByText(`Never let opencode open a file in ${root}.`)).toBeVisible();
  await draft.getByRole('radio', { name: /Ask/ }).check();
  await takeScreenshots(app, page, 'rules-from-entry');
  await draft.getByRole('button', { name: 'Save rule' }).click();
  await expect(draft).toBeHidden();
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  const asking = page.getByRole('row', { name: /Ask before letting opencode/ });
  await expect(asking.getByText(/from an entry/)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
  // The search shows what matches and nothing else.
  await page.getByRole('searchbox', { name: 'Search rules' }).fill('ask before');
  await expect(card).toHaveCount(0);
  await expect(asking).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search rules' }).fill('');
  await expect(page.getByRole('button', { name: 'No unused rules' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Generalise…' })).toBeDisabled();
  // Rules that are not exact are not generalised, and the dialog says why.
  await page.getByRole('checkbox', { name: /^Select the rule: Ask/ }).check();
  await page.getByRole('checkbox', { name: /^Select the rule: Never/ }).check();
  await page.getByRole('button', { name: 'Generalise…' }).click();
  const several = page.getByRole('dialog', { name: 'One rule for several' });
  await expect(several.getByText(/Only rules that allow exactly one call/)).toBeVisible();
  await clean(page);
  await several.getByRole('button', { name: 'Close' }).click();
  await takeScreenshots(app, page, 'rules');
  await clean(page);

  // By keyboard: remove, undo, remove again.
  await asking.getByRole('button', { name: /^Remove the rule/ }).click();
  await card.getByRole('button', { name: /^Remove the rule/ }).focus();
  await page.keyboard.press('Enter');
  await expect(card).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await takeScreenshots(app, page, 'rules-removed');
  await clean(page);
  expect(await read()).toMatchObject({ isError: false });
  await page.keyboard.press('Enter');
  await expect(card.getByText(/^today /)).toBeVisible();
  expect(await read()).toMatchObject({ data: { code: 'denied-by-rule' } });
  await card.getByRole('button', { name: /^Remove the rule/ }).click();
  await expect(card).toHaveCount(0);
  expect(await read()).toMatchObject({ isError: false });
  expect(ledgerActions(app)).toEqual([
    ...['rule.added', 'rule.added', 'rule.removed', 'rule.removed', 'rule.restored'],
    'rule.removed',
  ]);
});

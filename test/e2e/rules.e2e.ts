/** Rules in the real app: made, tried, felt by the agent, removed and brought back; and from an entry. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test, type RunningApp } from './support/app.ts';
import { callTool, grantedAll, project, wish } from './support/asking.ts';
import { picture } from './support/pictures.ts';

async function clean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

const told = (app: RunningApp): readonly string[] =>
  app
    .ledger()
    .filter(({ action }) => action.startsWith('rule.'))
    .map(({ action }) => action);

test('a person makes a rule, the agent is denied by it, and it is removed, brought back and removed', async ({
  start,
}) => {
  test.setTimeout(120_000);
  const app = await start();
  const { root, file } = project();
  const client = await app.connect('opencode');
  await grantedAll(app, client, wish(root));
  const read = () => callTool(client, 'open_file', { path: file });
  expect(await read()).toMatchObject({ isError: false });

  const page = await app.openMainWindow();
  await page.locator('h1').focus();
  await page.keyboard.press('7');
  await expect(page.getByText('A rule applies to every session')).toBeVisible();
  await picture(app, page, 'rules-empty');
  await clean(page);

  // Without a word about what it speaks of, nothing is saved.
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
  await picture(app, page, 'rules-form');
  await clean(page);
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expect(dialog).toBeHidden();

  const card = page.getByRole('article', { name: /Never let opencode open a file/ });
  await expect(card.getByText('Never used')).toBeVisible();
  expect(await read()).toMatchObject({ isError: true, data: { code: 'denied-by-rule' } });
  await expect(card.getByText(/^Last used /)).toBeVisible();

  // An entry of the ledger is where the next one begins.
  await page.getByRole('button', { name: 'Activity' }).first().click();
  const denied = page.locator('.entry-place').filter({ hasText: 'open_file' }).first();
  await denied.getByRole('button').first().click();
  await page.getByRole('button', { name: 'Create rule…' }).click();
  const draft = page.getByRole('dialog', { name: 'Create rule' });
  await expect(draft.getByText(`Never let opencode open a file in ${root}.`)).toBeVisible();
  await draft.getByRole('radio', { name: /Ask/ }).check();
  await picture(app, page, 'rules-from-entry');
  await draft.getByRole('button', { name: 'Save rule' }).click();
  await expect(draft).toBeHidden();
  await page.getByRole('button', { name: 'Rules', exact: true }).click();
  const asking = page.getByRole('article', { name: /Ask before letting opencode/ });
  await expect(asking.getByText(/from an entry$/)).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await picture(app, page, 'rules');
  await clean(page);

  // By keyboard: removed, undone, removed again.
  await asking.getByRole('button', { name: /^Remove the rule/ }).click();
  await card.getByRole('button', { name: /^Remove the rule/ }).focus();
  await page.keyboard.press('Enter');
  await expect(card).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await picture(app, page, 'rules-removed');
  await clean(page);
  expect(await read()).toMatchObject({ isError: false });
  await page.keyboard.press('Enter');
  await expect(card.getByText(/^Last used /)).toBeVisible();
  expect(await read()).toMatchObject({ data: { code: 'denied-by-rule' } });
  await card.getByRole('button', { name: /^Remove the rule/ }).click();
  await expect(card).toHaveCount(0);
  expect(await read()).toMatchObject({ isError: false });
  expect(told(app)).toEqual([
    ...['rule.added', 'rule.added', 'rule.removed', 'rule.removed', 'rule.restored'],
    'rule.removed',
  ]);
});

/** Roles in the real app: created on the Rules page, offered in the ask, applied to calls, exported and imported. */
import fs from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test } from './support/app.ts';
import {
  allowAccess,
  answerSystemDialog,
  askIsVisible,
  callTool,
  clickAllow,
  pickInFileDialog,
  project,
} from './support/asks.ts';
import { goTo } from './support/sample-work.ts';
import { takeScreenshots } from './support/screenshots.ts';

async function clean(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

test('a role is created, assigned, offered in the ask, enforced, exported and imported', async ({
  start,
}) => {
  test.setTimeout(240_000);
  const app = await start();
  const { root, file } = project();
  const client = await app.connect('claude-code');
  const page = await app.openMainWindow();
  await goTo(page, 'Rules');
  await page.getByRole('button', { name: 'Start from reviewer…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New role' });
  await expect(dialog.getByRole('switch', { name: 'Never more than this role' })).toBeChecked();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('');
  await dialog.getByRole('button', { name: 'Save role' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Give the role a name.');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('reviewer');
  await dialog.getByRole('switch', { name: 'Never more than this role' }).uncheck();
  await dialog.getByRole('button', { name: 'Add a rule…' }).click();
  await dialog.getByRole('checkbox', { name: /find_in_file/ }).check();
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expect(dialog.getByText('Never let it')).toBeVisible();
  await takeScreenshots(app, page, 'role-form');
  await clean(page);
  await dialog.getByRole('button', { name: 'Save role' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Assign reviewer' }).click();
  const assigning = page.getByRole('dialog', { name: 'Assign reviewer' });
  await assigning.getByRole('combobox', { name: 'Client' }).fill('claude-code');
  await clean(page);
  await assigning.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(assigning).toBeHidden();
  const card = page.getByRole('article', { name: 'reviewer' });
  await expect(card.getByText('claude-code')).toBeVisible();
  await takeScreenshots(app, page, 'roles');
  await clean(page);

  // Its role is selected first: only the part of the request that it includes.
  const ask = await app.askPage();
  const request = {
    scopes: ['read:files', 'search:content', 'delete:files'],
    roots: [root],
    reason: 'Review the greeting.',
    ttl_seconds: 900,
  };
  const asked = callTool(client, 'request_access', request);
  const presets = ask.getByRole('group', { name: 'Preset' });
  await expect(presets.getByRole('radio', { name: 'As reviewer' })).toBeChecked();
  await expect(ask.getByRole('switch', { name: 'Delete' })).not.toBeChecked();
  await presets.getByRole('radio', { name: 'All it asks for' }).check();
  await expect(ask.getByRole('switch', { name: 'Delete' })).toBeChecked();
  await presets.getByRole('radio', { name: 'As reviewer' }).check();
  await takeScreenshots(app, ask, 'ask-roles');
  await clean(ask);
  await clickAllow(ask, ask.getByRole('button', { name: allowAccess }));
  expect(await asked).toMatchObject({ data: { scopes: ['read:files', 'search:content'] } });
  await expect.poll(() => askIsVisible(app)).toBe(false);

  // Its rule applies to the calls of this client.
  const found = await callTool(client, 'find_in_file', { path: file, text: 'hello' });
  expect(found).toMatchObject({ isError: true, data: { code: 'denied-by-rule' } });

  // With the switch on, the client is not granted more, and what it asks for beyond is not asked about.
  await page.getByRole('button', { name: 'Edit reviewer' }).click();
  const editing = page.getByRole('dialog', { name: 'Role reviewer' });
  await editing.getByRole('switch', { name: 'Never more than this role' }).check();
  await editing.getByRole('button', { name: 'Save role' }).click();
  await expect(card.getByText('Never more than this')).toBeVisible();
  const more = { ...request, scopes: ['delete:files'] };
  expect(await callTool(client, 'request_access', more)).toMatchObject({
    ...{ isError: true, data: { code: 'beyond-role' } },
  });

  // Exported, removed, undone; removed again and imported from the file.
  const exported = path.join(root, 'roles.json');
  await app.electron.evaluate(({ dialog: box }, filePath) => {
    box.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, exported);
  await page.getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByText(/1 role exported/)).toBeVisible();
  expect(JSON.parse(fs.readFileSync(exported, 'utf8'))).toMatchObject({
    ...{ format: 'gatehouse-roles', roles: [{ name: 'reviewer', isLimit: true }] },
  });
  await page.getByRole('button', { name: 'Remove reviewer' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card.getByText('claude-code')).toBeVisible();
  await page.getByRole('button', { name: 'Remove reviewer' }).click();
  await expect(card).toHaveCount(0);
  await pickInFileDialog(app, exported);
  await answerSystemDialog(app, false);
  await page.getByRole('button', { name: 'Import…' }).click();
  await answerSystemDialog(app, true);
  await page.getByRole('button', { name: 'Import…' }).click();
  await expect(card.getByText('No client has it')).toBeVisible();
  const recorded = app
    .ledger()
    .map(({ action }) => action)
    .filter((one) => one.startsWith('role.'));
  expect(recorded).toEqual([
    ...['role.added', 'role.assigned', 'role.changed', 'role.exported'],
    ...['role.removed', 'role.restored', 'role.removed', 'role.added'],
  ]);
});

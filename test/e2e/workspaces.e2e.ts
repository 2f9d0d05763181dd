import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test } from './support/app.ts';
import { pickInFileDialog } from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';

const standIn = path.resolve(import.meta.dirname, '../integrations/opencode-stand-in.mjs');

function git(cwd: string, ...args: readonly string[]): void {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  execFileSync('git', [...who, '-c', 'init.defaultBranch=main', ...args], { cwd });
}

/** A repository, and settings that name a stand-in for OpenCode. */
function prepare(dataDir: string): { readonly project: string; readonly remove: () => void } {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-e2e-spaces-')));
  const project = path.join(root, 'shop');
  fs.mkdirSync(project);
  git(project, 'init', '--quiet');
  fs.writeFileSync(path.join(project, '.gitignore'), 'build\n');
  git(project, 'add', '.');
  git(project, 'commit', '--quiet', '--message', 'first');
  git(project, 'branch', 'old/line');
  fs.writeFileSync(path.join(project, 'second.txt'), 'only on main');
  git(project, 'add', '.');
  git(project, 'commit', '--quiet', '--message', 'second');
  const program = path.join(root, 'opencode');
  fs.writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${standIn}" "$@"\n`);
  fs.chmodSync(program, 0o755);
  fs.cpSync(program, path.join(root, 'other/opencode'));
  const settings = { opencode: { program }, startHidden: true };
  fs.writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify(settings));
  return { project, remove: () => fs.rmSync(root, { recursive: true, force: true }) };
}

async function expectAccessible(page: Page): Promise<void> {
  const axe = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(axe.violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

test('the user adds a project, creates a workspace, runs OpenCode in it, and deletes it only when nothing is lost', async ({
  start,
  dataDir,
}) => {
  const { project, remove } = prepare(dataDir);
  const app = await start();
  const page = await app.openMainWindow();
  await expect(page.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  // The heading is painted before the page listens for keys.
  await expect(async () => {
    await page.keyboard.press('5');
    await expect(page.getByRole('heading', { name: 'Workspaces' })).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await pickInFileDialog(app, project);
  await page.getByRole('button', { name: 'Add a project…' }).click();
  const card = page.getByRole('article', { name: 'Workspace shop' });
  await expect(card.getByText('No uncommitted changes')).toBeVisible();

  await page.getByRole('button', { name: 'New workspace…' }).focus();
  await page.keyboard.press('Enter');
  // Typed earlier, the keys would go to the button or to the page's shortcuts.
  await expect(page.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('no good..name');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).not.toBeEmpty();
  await page.getByRole('textbox').fill('checkout');
  const base = page.getByRole('combobox', { name: 'Base branch' });
  await expect(base).toHaveText(/main \(checked out in the project\)/);
  await base.click();
  await page.getByRole('option', { name: 'old/line' }).click();
  await expectAccessible(page);
  await takeScreenshots(app, page, 'workspaces-new');
  await page.getByRole('textbox').press('Enter');
  const made = page.getByRole('article', { name: 'Workspace checkout' });
  await expect(made.getByText('checkout', { exact: true }).first()).toBeVisible();

  const folder = `${project}.workspaces/checkout`;
  expect(fs.existsSync(path.join(folder, 'second.txt'))).toBe(false);

  await pickInFileDialog(app, path.join(project, '.gitignore'));
  await page.getByRole('button', { name: 'Choose another…' }).click();
  await expect(page.getByText('There is no program called')).toBeVisible();
  await pickInFileDialog(app, path.join(path.dirname(project), 'other/opencode'));
  await page.getByRole('button', { name: 'Choose another…' }).click();
  await expect(page.locator('.workspace-program')).toContainText('other/opencode.');

  await page.getByRole('button', { name: 'Start OpenCode in checkout' }).click();
  await expect(made.getByText(/OpenCode is running on port \d+/)).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'OpenCode log: checkout' }).click();
  const log = page.getByRole('dialog', { name: 'OpenCode log: checkout' });
  await expect(log.getByText(/listening on/)).toBeVisible();
  await expect(log.getByText(/my key is \[/)).toBeVisible();
  await expectAccessible(page);
  await takeScreenshots(app, page, 'workspaces-log');
  await page.keyboard.press('Escape');
  await expect(log).toBeHidden();
  await expectAccessible(page);
  await takeScreenshots(app, page, 'workspaces');
  await page.getByRole('button', { name: 'Stop OpenCode in checkout' }).click();
  await expect(made.getByText('OpenCode is not running')).toBeVisible();

  fs.writeFileSync(path.join(folder, 'idea.txt'), 'precious');
  await page.getByRole('button', { name: 'Delete the workspace checkout' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the workspace checkout?' });
  await expect(
    dialog.getByText(/No commit contains the current version of idea.txt/),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Delete workspace' })).toBeDisabled();
  await expectAccessible(page);
  await takeScreenshots(app, page, 'workspaces-delete');
  await page.keyboard.press('Escape');
  fs.rmSync(path.join(folder, 'idea.txt'));
  await page.getByRole('button', { name: 'Delete the workspace checkout' }).click();
  await dialog.getByRole('checkbox', { name: 'Keep the branch' }).uncheck();
  await expect(dialog.getByText(/Its branch checkout is deleted/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete workspace' }).click();
  await expect(made).toHaveCount(0);
  expect(fs.existsSync(folder)).toBe(false);

  await page.getByRole('button', { name: 'Remove from list: shop' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('No projects yet')).toBeVisible();
  await expectAccessible(page);
  const acts = app.ledger().filter(({ phase, actor }) => phase === 'intent' && actor === 'owner');
  expect(acts.map(({ action }) => action)).toEqual([
    'owner.add_project',
    'owner.create_workspace',
    'owner.start_opencode',
    'owner.stop_opencode',
    'owner.delete_workspace',
    'owner.forget_project',
  ]);
  remove();
});

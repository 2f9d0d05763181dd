/** A command leaves a file that would run by itself; the user decides, and takes the command back. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from './support/app.ts';
import { askIsVisible, callTool, clickAllow, grantAll, project } from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';

const tasks = `{ "tasks": [{
    "label": "warm up",
    "command": "node .vscode/init.js",
    "runOptions": { "runOn": "folderOpen" }
}] }
`;

test('N49 the user is shown what was held back, keeps it or not, and restores the folder', async ({
  start,
}) => {
  test.setTimeout(240_000);
  const app = await start({
    env: { GATEHOUSE_WATCH_ALL_RUNS: '1', GATEHOUSE_NO_SANDBOX: '1' },
  });
  const { root, file } = project();
  fs.writeFileSync(path.join(root, 'tasks.txt'), tasks);
  fs.writeFileSync(path.join(root, 'old.txt'), 'old\n');
  const kept = path.join(root, '.vscode', 'tasks.json');
  const client = await app.connect('opencode');
  await grantAll(app, client, {
    scopes: ['run:commands', 'read:files', 'create:files', 'write:files', 'delete:files'],
    roots: [root],
    reason: 'To set it up.',
  });
  const ask = await app.askPage();
  const script =
    'mkdir -p .vscode; cp tasks.txt .vscode/tasks.json; echo changed > greeting.ts; rm old.txt; echo new > new.txt';
  fs.writeFileSync(path.join(root, 'setup.sh'), script);
  const run = async () => {
    const answer = callTool(client, 'exec_command', { argv: ['sh', 'setup.sh'] });
    await clickAllow(ask, ask.getByRole('button', { name: /^Allow once/ }));
    return answer;
  };
  expect(await run()).toMatchObject({
    isError: false,
    data: { exit_code: 0, held_back: [{ path: kept }] },
  });
  expect(fs.existsSync(kept)).toBe(false);

  await expect(
    ask.getByRole('heading', { name: 'The command created .vscode/tasks.json' }),
  ).toBeVisible();
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await expect(ask.getByText('In the trash now')).toBeVisible();
  await takeScreenshots(app, ask, 'ask-held-back');
  await expect(async () => {
    await ask.getByRole('button', { name: 'Leave in trash' }).click({ timeout: 2_000 });
    await expect.poll(() => askIsVisible(app)).toBe(false);
  }).toPass({ timeout: 30_000 });
  expect(fs.existsSync(kept)).toBe(false);

  const page = await app.openMainWindow();
  await page.getByRole('button', { name: 'Activity' }).first().click();
  const row = page.locator('.entry-place').filter({ hasText: 'setup.sh' }).first();
  await row.getByRole('button').first().click();
  await expect(row.getByText('3 files changed: 1 created, 1 changed and 1 deleted')).toBeVisible();
  await expect(row.getByText('Moved to the trash:')).toBeVisible();
  await takeScreenshots(app, page, 'activity-run');
  await row.getByRole('button', { name: /^Restore folder to/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore to before this command' });
  await expect(dialog.getByText('new.txt')).toBeVisible();
  await takeScreenshots(app, page, 'restore-run');
  await dialog.getByRole('button', { name: 'Restore 3 files' }).click();
  await expect(dialog.getByText('Restored 3 files.')).toBeVisible();
  expect(fs.readFileSync(file, 'utf8')).toBe("export const greeting = 'hello';\n");
  expect(fs.existsSync(path.join(root, 'old.txt'))).toBe(true);
  expect(fs.existsSync(path.join(root, 'new.txt'))).toBe(false);
  await dialog.getByRole('button', { name: 'Close' }).click();

  // The sandbox makes a protected folder that is there read-only, also an empty one.
  fs.rmSync(path.join(root, '.vscode'), { recursive: true, force: true });
  expect(await run()).toMatchObject({ isError: false });
  await clickAllow(ask, ask.getByRole('button', { name: 'Put it back' }));
  await expect.poll(() => fs.existsSync(kept)).toBe(true);
  expect(fs.readFileSync(kept, 'utf8')).toBe(tasks);
});

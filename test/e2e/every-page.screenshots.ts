/** `npm run screenshots`: every page in both themes and two sizes, from the real app. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { expect, test, type RunningApp, withoutSandbox } from './support/app.ts';
import { askIsVisible, callTool, pickInFileDialog } from './support/asks.ts';
import { Editor } from './support/editor.ts';
import { takeInSizes, takeScreenshots } from './support/screenshots.ts';
import {
  dismissNotices,
  goTo,
  sampleProject,
  agentsAtWork,
  pageNames,
} from './support/sample-work.ts';

test('the first run', async ({ start }) => {
  const app = await start({ args: [] });
  const page = await app.mainPage();
  await expect(page.getByRole('heading', { name: 'What Gatehouse can’t do' })).toBeVisible();
  await dismissNotices(page);
  await takeInSizes(app, page, 'first-run');
});

test('every page, both kinds of ask, and what opens over the pages', async ({ start }) => {
  test.setTimeout(480_000);
  // The ask shows the caller's working directory.
  process.chdir(sampleProject());
  const app = await start(withoutSandbox);
  const { page, ask, root, opencode } = await agentsAtWork(app);
  await addWorkspaces(app, page, root);
  const claude = await app.connect('claude-code');
  const wanted = claude.callTool({
    name: 'request_access',
    arguments: {
      scopes: ['read:files', 'search:files', 'write:files', 'run:tests', 'git:commit'],
      roots: [root],
      reason: 'Run the tests, fix what fails, and commit it on a branch of its own.',
      ttl_seconds: 3600,
    },
  });
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await page.waitForTimeout(1_000);
  await takeScreenshots(app, ask, 'ask');
  await ask.getByRole('button', { name: 'Details', exact: true }).click();
  await page.waitForTimeout(500);
  await takeScreenshots(app, ask, 'ask-details');
  const running = callTool(opencode, 'exec_command', { argv: ['npm', 'test'], cwd: root });
  await expect(ask.getByText('1 more waiting')).toBeVisible();
  await dismissNotices(page);
  for (const name of await pageNames(page)) {
    await goTo(page, name);
    await takeInSizes(app, page, name.toLowerCase().replaceAll(/[^a-z]+/g, '-'));
  }
  await page.getByRole('heading', { name: 'Advanced' }).click();
  await page.getByRole('heading', { name: 'Remote access' }).scrollIntoViewIfNeeded();
  await takeInSizes(app, page, 'settings-more');

  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  await wanted;
  await expect(ask.getByRole('group', { name: 'The exact call' })).toBeVisible();
  await page.waitForTimeout(1_000);
  await takeScreenshots(app, ask, 'ask-command');
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  await running;
  const npmrc = { path: path.join(root, '.npmrc'), content: 'save-exact=true\n' };
  const writing = callTool(opencode, 'create_file', npmrc);
  await expect(ask.getByRole('group', { name: 'The exact call' })).toBeVisible();
  await page.waitForTimeout(1_000);
  await takeScreenshots(app, ask, 'ask-protected');
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  await writing;
  const plan = path.join(root, 'Makefile');
  fs.writeFileSync(plan, 'all:\n');
  const deleting = callTool(opencode, 'delete_file', { path: plan });
  await expect(ask.getByRole('group', { name: 'The exact call' })).toBeVisible();
  await page.waitForTimeout(1_000);
  await takeScreenshots(app, ask, 'ask-delete');
  await ask.getByRole('button', { name: /^Not now/ }).click();
  await deleting;
  const editor = new Editor(app, 'vscode', root, 'Visual Studio Code');
  await goTo(page, 'Inbox');
  await expect(page.getByText('wants to connect as an editor')).toBeVisible({ timeout: 20_000 });
  await takeInSizes(app, page, 'inbox-put-off-and-pairing');
  editor.socket.terminate();

  await goTo(page, 'Activity');
  await page
    .locator('.entry-place', { hasText: 'create_file' })
    .last()
    .getByRole('button')
    .first()
    .click();
  await page.waitForTimeout(600);
  await takeInSizes(app, page, 'activity-entry');
  await page
    .getByRole('button', { name: /^Replay/ })
    .first()
    .click();
  await page.waitForTimeout(600);
  await takeInSizes(app, page, 'replay');
  await page.keyboard.press('Escape');
  await goTo(page, 'Rules');
  await page.getByRole('button', { name: /^New rule/ }).click();
  await takeInSizes(app, page, 'new-rule');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await takeInSizes(app, page, 'keys');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.waitForTimeout(300);
  await takeInSizes(app, page, 'palette');
  await page.keyboard.press('Escape');
});

/** Adds a repository and a workspace next to it. */
async function addWorkspaces(app: RunningApp, page: Page, root: string): Promise<void> {
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  const git = (...args: string[]): void =>
    void execFileSync('git', [...who, '-c', 'init.defaultBranch=main', ...args], { cwd: root });
  fs.rmSync(`${root}.workspaces`, { recursive: true, force: true });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message', 'Berths and tides');
  await goTo(page, 'Workspaces');
  await pickInFileDialog(app, root);
  await page.getByRole('button', { name: 'Add a project…' }).click();
  await page.getByRole('button', { name: 'New workspace…' }).click();
  await page.getByRole('textbox').fill('low-tide');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Workspace low-tide' })).toBeVisible();
}

test('every page before anything has happened', async ({ start }) => {
  test.setTimeout(240_000);
  const app = await start({ ...withoutSandbox, args: [] });
  const page = await app.mainPage();
  await dismissNotices(page);
  for (const name of await pageNames(page)) {
    await goTo(page, name);
    await takeInSizes(app, page, `empty-${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`);
  }
});

/** `npm run screenshots`: every page in both themes, from the real app at work. */
import path from 'node:path';
import { expect, test } from './support/app.ts';
import { askIsVisible, callTool } from './support/asking.ts';
import { picture } from './support/pictures.ts';
import { dismissNotices, goTo, harbour, morning, pageNames } from './support/story.ts';

test('the first run', async ({ start }) => {
  const app = await start({ args: [] });
  const page = await app.mainPage();
  await expect(page.getByRole('heading', { name: 'What Gatehouse cannot do' })).toBeVisible();
  await dismissNotices(page);
  await picture(app, page, 'first-run');
});

test('every page, both kinds of ask, and what opens over the pages', async ({ start }) => {
  test.setTimeout(90_000);
  // What calls is shown with the folder it works in.
  process.chdir(harbour());
  const app = await start();
  const { page, ask, root, opencode } = await morning(app);
  const claude = await app.connect('claude-code');
  const wanted = claude.callTool({
    name: 'request_access',
    arguments: {
      scopes: ['read:files', 'search:files', 'write:files', 'run:tests', 'git:commit'],
      roots: [root],
      reason: 'Run the tests, mend what fails, and commit it on a branch of its own.',
      ttl_seconds: 3600,
    },
  });
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await page.waitForTimeout(1_000);
  await picture(app, ask, 'ask');
  const running = callTool(opencode, 'exec_command', { argv: ['git', 'log', '-3'], cwd: root });
  await expect(ask.getByText('1 more waiting')).toBeVisible();
  await dismissNotices(page);
  for (const name of await pageNames(page)) {
    await goTo(page, name);
    await picture(app, page, name.toLowerCase().replaceAll(/[^a-z]+/g, '-'));
  }

  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  await wanted;
  await expect(ask.getByRole('heading', { name: 'The exact call' })).toBeVisible();
  await page.waitForTimeout(1_000);
  await picture(app, ask, 'ask-command');
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  await running;
  const npmrc = { path: path.join(root, '.npmrc'), content: 'save-exact=true\n' };
  const writing = callTool(opencode, 'create_file', npmrc);
  await expect(ask.getByRole('heading', { name: 'The exact call' })).toBeVisible();
  await page.waitForTimeout(1_000);
  await picture(app, ask, 'ask-protected');
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  await writing;

  await goTo(page, 'Activity');
  await page
    .locator('.entry-place', { hasText: 'create_file' })
    .last()
    .getByRole('button')
    .first()
    .click();
  await page.waitForTimeout(600);
  await picture(app, page, 'activity-entry');
  await page
    .getByRole('button', { name: /^Replay/ })
    .first()
    .click();
  await page.waitForTimeout(600);
  await picture(app, page, 'replay');
  await page.keyboard.press('Escape');
  await goTo(page, 'Rules');
  await page.getByRole('button', { name: /^New rule/ }).click();
  await picture(app, page, 'new-rule');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await picture(app, page, 'keys');
});

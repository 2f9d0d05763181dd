import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { expect, test, type RunningApp } from './support/app.ts';
import {
  allowAccess,
  askIsVisible,
  callTool,
  clickAllow,
  grantAll,
  project,
} from './support/asks.ts';
import { goTo } from './support/sample-work.ts';
import { takeScreenshots } from './support/screenshots.ts';

const requestIn = (root: string) => ({
  scopes: ['read:files', 'write:files', 'delete:files'],
  roots: [root],
  reason: 'Add the moon phase to the tide table.',
  ttl_seconds: 3600,
});

function leave(app: RunningApp): void {
  app.cli('revoke', '--all');
}

test('the second visit is one button; then it starts without asking until it is removed', async ({
  start,
}) => {
  const app = await start();
  const { root, file } = project();
  const client: Client = await app.connect('claude-code');
  const ask = await app.askPage();
  const request = requestIn(root);

  await grantAll(app, client, request);
  expect(await callTool(client, 'open_file', { path: file })).toMatchObject({ isError: false });
  leave(app);

  // The scopes that were not used are left out, and one of them can be switched on.
  const second = callTool(client, 'request_access', request);
  await expect(ask.getByRole('heading', { level: 1 })).toHaveText(
    'claude-code wants to work in my-project again',
  );
  await expect(ask.getByText('Nothing new')).toBeVisible();
  await expect(
    ask.getByText('Unused last time: save changes to files, delete files'),
  ).toBeVisible();
  await takeScreenshots(app, ask, 'ask-same-as-last-time');
  await ask.getByRole('button', { name: 'Change…' }).click();
  await ask.getByRole('switch', { name: 'Edit files' }).check();
  await expect(ask.getByRole('switch', { name: 'Delete' })).not.toBeChecked();
  await ask.getByRole('checkbox', { name: 'Start without asking in my-project' }).check();
  await clickAllow(ask, ask.getByRole('button', { name: allowAccess }));
  expect(await second).toMatchObject({
    isError: false,
    data: { scopes: ['read:files', 'write:files'] },
  });

  // Revoking everything suspends it; the user resumes it on the Rules page.
  leave(app);
  const main = await app.openMainWindow();
  await goTo(main, 'Rules');
  const card = main.getByRole('article', { name: /claude-code in/ });
  await expect(card.getByText('Suspended: you revoked everything.')).toBeVisible();
  await card.getByRole('button', { name: /^Resume/ }).click();
  await expect(card.getByText('Not used yet')).toBeVisible();

  const third = await callTool(client, 'request_access', request);
  expect(third).toMatchObject({ isError: false, data: { scopes: ['read:files', 'write:files'] } });
  expect(await askIsVisible(app)).toBe(false);
  await expect(card.getByText(/^Last used .* started 1 time$/)).toBeVisible();
  await takeScreenshots(app, main, 'rules-standing');
  await goTo(main, 'Sessions');
  const session = main.getByRole('article', { name: 'Session of claude-code' });
  await expect(session.getByText('Started without asking, by a standing grant.')).toBeVisible();
  await takeScreenshots(app, main, 'sessions-standing');
  await session.getByRole('button', { name: 'Show it in Rules' }).click();
  await expect(card).toBeFocused();
  const decision = app
    .ledger()
    .findLast(({ action, phase }) => action === 'request_access' && phase === 'decision');
  expect(decision).toMatchObject({ decided_by: 'policy', rule: 'standing grant' });

  // Removed with one click, undone with another, and removed again.
  await card.getByRole('button', { name: /^Remove/ }).click();
  await expect(card).toHaveCount(0);
  await main.getByRole('button', { name: 'Undo' }).click();
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: /^Remove/ }).click();
  await expect(card).toHaveCount(0);
  leave(app);
  const fourth = callTool(client, 'request_access', request);
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await expect(ask.getByRole('button', { name: 'Same as last time' })).toBeVisible();
  await ask.getByRole('button', { name: 'Deny' }).click();
  expect(await fourth).toMatchObject({ isError: true });
});

test('a muted client is shown in the Inbox, on Clients and on Sessions, and can be unmuted', async ({
  start,
}) => {
  const app = await start();
  const { root } = project();
  const client = await app.connect('claude-code');
  const ask = await app.askPage();
  const request = requestIn(root);
  for (let times = 0; times < 3; times += 1) {
    const asked = callTool(client, 'request_access', request);
    const deny = ask.getByRole('button', { name: 'Deny' });
    await expect(deny).toHaveAttribute('aria-disabled', 'false');
    await deny.click();
    expect(await asked).toMatchObject({ isError: true, data: { code: 'denied-by-person' } });
  }
  expect(await callTool(client, 'request_access', request)).toMatchObject({
    data: { code: 'muted' },
  });
  const main = await app.openMainWindow();
  const words = /^claude-code is muted until .*: you denied several requests in a row\.$/;
  await goTo(main, 'Inbox');
  await expect(main.getByText(words)).toBeVisible();
  await goTo(main, 'Clients');
  await expect(main.getByText(words)).toBeVisible();
  await goTo(main, 'Sessions');
  await expect(main.getByText(words)).toBeVisible();
  await main.getByRole('button', { name: 'Unmute claude-code' }).click();
  await expect(main.getByText(words)).toHaveCount(0);
  await grantAll(app, client, request);
});

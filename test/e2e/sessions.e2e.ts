import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { expect, test, type RunningApp } from './support/app.ts';
import {
  askIsVisible,
  openDetails,
  callTool,
  grantAll,
  pickInFileDialog,
  clickAllow,
  project,
  accessRequest,
} from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';

async function sessionsPage(app: RunningApp): Promise<Page> {
  const page = await app.openMainWindow();
  await page.getByRole('button', { name: /^Sessions/ }).click();
  return page;
}

const sessionActions = (app: RunningApp): readonly string[] =>
  app
    .ledger()
    .filter(({ action }) => action.startsWith('session.'))
    .map(({ action }) => action);

test('the user extends, narrows, pauses, resumes and revokes a session, and each applies to the agent', async ({
  start,
}) => {
  const app = await start();
  const { root, file } = project();
  const client = await app.connect('opencode');
  await grantAll(app, client, accessRequest(root));
  const page = await sessionsPage(app);
  const card = page.getByRole('article', { name: 'Session of opencode' });
  const said = page.getByRole('status').filter({ hasText: /opencode/ });
  await expect(card.getByText(/1[45] min left/)).toBeVisible();
  await expect(card.getByText(/ verified$/).last()).toBeVisible();

  await page.getByRole('button', { name: "Extend opencode's session" }).click();
  await takeScreenshots(app, page, 'sessions-extend');
  await page.getByRole('button', { name: /^\+15 min/ }).click();
  await expect(card.getByText(/(29|30) min left/)).toBeVisible();
  await expect(said.first()).toContainText('now lasts until');

  await page.getByRole('button', { name: "Reduce access: opencode's session" }).click();
  const dialog = page.getByRole('dialog', { name: "Reduce opencode's session" });
  await dialog.getByRole('checkbox', { name: /search:files/ }).uncheck();
  await takeScreenshots(app, page, 'sessions-narrow');
  await dialog.getByRole('button', { name: /^Keep 3 scopes in 1 folder$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByText('search:files')).toHaveCount(0);

  await page.getByRole('button', { name: "Pause opencode's session" }).click();
  await expect(card.getByText(/Paused. Calls are refused/)).toBeVisible();
  await takeScreenshots(app, page, 'sessions-paused');
  expect(await callTool(client, 'open_file', { path: file })).toMatchObject({
    isError: true,
    data: { code: 'session-paused' },
  });
  await page.getByRole('button', { name: "Resume opencode's session" }).click();
  await expect(card.getByText(/Paused. Calls/)).toHaveCount(0);
  expect(await callTool(client, 'open_file', { path: file })).toMatchObject({ isError: false });

  await page.getByRole('button', { name: "Revoke opencode's session" }).click();
  await expect(page.getByText(/: revoked$/)).toBeVisible();
  // The pressed button is gone; the focus moved to its neighbour.
  await expect(page.getByRole('listitem').filter({ hasText: 'revoked' })).toBeFocused();
  const after = await callTool(client, 'open_file', { path: file });
  expect(after).toMatchObject({ isError: true, data: { code: 'session-revoked' } });
  await expect
    .poll(() => sessionActions(app))
    .toEqual([
      'session.extended',
      'session.narrowed',
      'session.paused',
      'session.resumed',
      'session.revoked',
    ]);
});

test('C12 Revoke all ends every session after confirmation, and Keep them ends none', async ({
  start,
}) => {
  const app = await start();
  const { root, file } = project();
  const clients = [await app.connect('opencode'), await app.connect('cursor')];
  for (const client of clients) await grantAll(app, client, accessRequest(root));
  const page = await sessionsPage(app);
  await expect(page.getByRole('article', { name: /^Session of / })).toHaveCount(2);

  await page.getByRole('button', { name: 'Revoke all' }).click();
  await takeScreenshots(app, page, 'sessions-revoke-all');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('article', { name: /^Session of / })).toHaveCount(2);
  await page.getByRole('button', { name: 'Revoke all' }).click();
  await page.getByRole('button', { name: 'Revoke 2 sessions' }).click();
  await expect(page.getByText('No active sessions')).toBeVisible();
  for (const client of clients) {
    const answer = await callTool(client, 'open_file', { path: file });
    expect(answer).toMatchObject({ isError: true, data: { code: 'session-revoked' } });
  }
  expect(sessionActions(app)).toEqual(['session.revoked', 'session.revoked']);
});

test('C4 a locked screen ends every session, by signal or by polling', async ({ start }) => {
  const tools = fs.mkdtempSync(path.join(os.tmpdir(), 'tools-'));
  const hint = path.join(tools, 'hint');
  fs.writeFileSync(hint, 'no\n');
  fs.writeFileSync(path.join(tools, 'loginctl'), `#!/bin/sh\ncat ${hint}\n`, { mode: 0o700 });
  const app = await start({ env: { PATH: `${tools}:${process.env['PATH'] ?? ''}` } });
  const { root, file } = project();
  const client = await app.connect('opencode');
  const refusedNow = async (): Promise<unknown> =>
    (await callTool(client, 'open_file', { path: file })).data['code'];

  await grantAll(app, client, accessRequest(root));
  await app.electron.evaluate(({ powerMonitor }) => void powerMonitor.emit('lock-screen'));
  expect(await refusedNow()).toBe('session-expired');

  await grantAll(app, client, accessRequest(root));
  fs.writeFileSync(hint, 'yes\n');
  const ended = () => app.ledger().filter(({ action }) => action === 'session.expired');
  await expect.poll(() => ended().length, { timeout: 15_000 }).toBe(2);
  expect(await refusedNow()).toBe('session-expired');
  for (const line of ended()) expect(line.detail).toContain('ended by locked');
});

test('the user allows one call in a subfolder only; the second call is refused', async ({
  start,
}) => {
  const app = await start();
  const { root } = project();
  const inside = path.join(root, 'docs');
  fs.mkdirSync(inside);
  const guide = path.join(inside, 'guide.md');
  fs.writeFileSync(guide, '# Guide\n');
  const client = await app.connect('opencode');
  const asked = callTool(client, 'request_access', {
    ...accessRequest(root),
    scopes: ['read:files'],
  });
  const ask = await app.askPage();
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await openDetails(ask);
  const pick = ask.getByRole('button', { name: `Choose a subfolder of ${root}` });
  await pickInFileDialog(app, os.tmpdir());
  await pick.click();
  await expect(ask.getByText(`That folder is not inside ${root}.`)).toBeVisible();
  await pickInFileDialog(app, inside);
  await pick.click();
  await expect(ask.getByRole('checkbox', { name: inside })).toBeChecked();
  await expect(ask.getByRole('checkbox', { name: root, exact: true })).not.toBeChecked();
  await ask.getByRole('radio', { name: /^Once/ }).check();
  await takeScreenshots(app, ask, 'ask-once');
  await clickAllow(ask, ask.getByRole('button', { name: 'Allow one call' }));
  expect(await asked).toMatchObject({ data: { roots: [inside], calls: 1 } });

  expect(await callTool(client, 'open_file', { path: guide })).toMatchObject({ isError: false });
  expect(await callTool(client, 'open_file', { path: guide })).toMatchObject({
    isError: true,
    data: { code: 'session-expired' },
  });
  await expect((await sessionsPage(app)).getByText(/: used for its one call$/)).toBeVisible();
});

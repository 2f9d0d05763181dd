import fs from 'node:fs';
import path from 'node:path';
import { createHash } from 'node:crypto';
import type { Page } from 'playwright/test';
import type { AccessAsk } from '../../src/shared/access/access.ts';
import type { Ask } from '../../src/shared/asks/asks.ts';
import { expect, test, type RunningApp } from './support/app.ts';
import { accessRequest, allowAccess, askIsVisible, clickAllow, project } from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';

const repo = path.resolve(import.meta.dirname, '../..');

/** Sends approvals straight to the main process, past the page's guard; returns how many were accepted. */
const hammer = (ask: Page, times: number): Promise<number> =>
  ask.evaluate(async (wanted) => {
    const { askId, scopes, roots } = await new Promise<AccessAsk>((resolve) => {
      window.gatehouseAsk.onAsk((view) => {
        if (view?.ask.kind === 'access') resolve(view.ask);
        return 0;
      });
    });
    const allow = { kind: 'allow' as const, scopes, roots, seconds: 60 };
    const answers = Array.from({ length: wanted }, () => window.gatehouseAsk.answer(askId, allow));
    return (await Promise.all(answers)).filter(({ accepted }) => accepted).length;
  }, times);

/** Clicks as often as a page can. */
const clicks = (ask: Page, times: number): Promise<void> =>
  ask.evaluate((wanted) => {
    const button = [...document.querySelectorAll<HTMLElement>('.allow-button')][0];
    for (let n = 0; n < wanted; n += 1) button?.click();
  }, times);

const disturb = (app: RunningApp, how: 'move' | 'resize' | 'hide' | 'show'): Promise<void> =>
  app.electron.evaluate(({ BrowserWindow }, what) => {
    const window = BrowserWindow.getAllWindows().find((one) =>
      one.webContents.getURL().endsWith('ask.html'),
    );
    const [x = 0, y = 0] = window?.getPosition() ?? [];
    const [width = 0, height = 0] = window?.getSize() ?? [];
    if (what === 'move') window?.setPosition(x + 40, y + 20);
    if (what === 'resize') window?.setSize(width + 20, height - 20);
    if (what === 'hide') window?.hide();
    if (what === 'show') window?.showInactive();
  }, how);

const open = (app: RunningApp) =>
  JSON.parse(app.cli('status', '--json')) as { pending: number; sessions: number };

test('G7 none of 1,000 early clicks after each change approves, and Enter never does', async ({
  start,
}) => {
  const app = await start();
  const client = await app.connect('hasty');
  const ask = await app.askPage();
  const asked = client.callTool({
    name: 'request_access',
    arguments: accessRequest(project().root),
  });
  const allow = ask.getByRole('button', { name: allowAccess });
  await allow.waitFor();
  await clicks(ask, 1_000);
  const accepted = [await hammer(ask, 1_000)];
  for (const how of ['move', 'resize'] as const) {
    await expect(allow).toHaveAttribute('aria-disabled', 'false');
    await ask.waitForTimeout(700);
    await disturb(app, how);
    accepted.push(await hammer(ask, 1_000));
  }
  // G9: a covered button cannot approve, however long the ask has been open.
  await disturb(app, 'hide');
  await ask.waitForTimeout(700);
  accepted.push(await hammer(ask, 1_000));
  await disturb(app, 'show');
  accepted.push(await hammer(ask, 1_000));
  expect(accepted).toEqual([0, 0, 0, 0, 0]);
  expect(open(app)).toMatchObject({ pending: 1, sessions: 0 });

  await expect(allow).toHaveAttribute('aria-disabled', 'false');
  await allow.focus();
  for (let presses = 0; presses < 20; presses += 1) await ask.keyboard.press('Enter');
  expect(open(app)).toMatchObject({ pending: 1, sessions: 0 });
  await ask.waitForTimeout(700);
  await ask.keyboard.press('Space');
  expect(await asked).not.toHaveProperty('isError', true);
});

/** Real key presses, sent to the window as the system sends them. */
const pressKeys = (app: RunningApp, times: number): Promise<void> =>
  app.electron.evaluate(({ BrowserWindow }, wanted) => {
    const window = BrowserWindow.getAllWindows().find((one) =>
      one.webContents.getURL().endsWith('ask.html'),
    );
    const keys = ['Space', 'Enter', 'A', 'Y'];
    for (let n = 0; n < wanted; n += 1) {
      const keyCode = keys[n % keys.length] ?? 'Space';
      window?.webContents.sendInputEvent({ type: 'keyDown', keyCode });
      window?.webContents.sendInputEvent({ type: 'keyUp', keyCode });
    }
  }, times);

test('G7 none of 1,000 early keys after each change approves, though the button has the focus', async ({
  start,
}) => {
  const app = await start();
  const client = await app.connect('hasty');
  const ask = await app.askPage();
  const asked = client.callTool({
    name: 'request_access',
    arguments: accessRequest(project().root),
  });
  const allow = ask.getByRole('button', { name: allowAccess });
  await allow.waitFor();
  await allow.focus();
  await pressKeys(app, 1_000);
  for (const how of ['move', 'resize', 'hide', 'show'] as const) {
    await ask.waitForTimeout(700);
    await allow.focus();
    await disturb(app, how);
    await pressKeys(app, 1_000);
  }
  expect(open(app)).toMatchObject({ pending: 1, sessions: 0 });
  // Control: the same key counts when the guard is over.
  await ask.waitForTimeout(700);
  await allow.focus();
  await ask.keyboard.press('Space');
  expect(await asked).not.toHaveProperty('isError', true);
});

test('G8 a new ask does not move or replace the button under the pointer', async ({ start }) => {
  const app = await start();
  const [first, second] = [await app.connect('first'), await app.connect('second')];
  const ask = await app.askPage();
  const asked = first.callTool({
    name: 'request_access',
    arguments: accessRequest(project().root),
  });
  await expect.poll(() => askIsVisible(app)).toBe(true);
  const places = () =>
    ask.evaluate(() =>
      [...document.querySelectorAll('.ask-footer button')].map((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return [button.textContent, x, y, width, height];
      }),
    );
  const sentence = ask.getByRole('heading', { level: 1 });
  await expect(sentence).toContainText('first');
  const before = await places();
  const other = second.callTool({
    name: 'request_access',
    arguments: { ...accessRequest(project().root), scopes: ['delete:files', 'run:commands'] },
  });
  await expect(ask.getByText('1 more waiting')).toBeVisible();
  expect(await places()).toEqual(before);
  await expect(sentence).toContainText('first');
  await clickAllow(ask, ask.getByRole('button', { name: allowAccess }));
  expect(await asked).not.toHaveProperty('isError', true);
  // The next ask starts guarded: the click that allowed the first one does not answer it.
  await expect(sentence).toContainText('second');
  await clicks(ask, 100);
  expect(open(app)).toMatchObject({ pending: 1, sessions: 1 });
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  expect(await other).toMatchObject({ isError: true });
});

test('G8 the second click of a double click on Deny or Not now does not answer the next ask', async ({
  start,
}) => {
  const app = await start();
  const ask = await app.askPage();
  const [first, second] = [await app.connect('first'), await app.connect('second')];
  const asks = [first, second].map(async (client, index) => {
    await expect.poll(() => open(app).pending).toBe(index);
    return client.callTool({ name: 'request_access', arguments: accessRequest(project().root) });
  });
  await expect(ask.getByText('1 more waiting')).toBeVisible();
  await ask.getByRole('button', { name: 'Deny', exact: true }).dblclick();
  await expect(ask.getByRole('heading', { level: 1 })).toContainText('second');
  // Straight to the main process, past the page's guard.
  const straight = await ask.evaluate(async () => {
    const { askId } = await new Promise<Ask>((resolve) => {
      window.gatehouseAsk.onAsk((view) => {
        if (view) resolve(view.ask);
        return 0;
      });
    });
    await window.gatehouseAsk.park(askId);
    return window.gatehouseAsk.answer(askId, { kind: 'deny', reason: '' });
  });
  expect(straight).toMatchObject({ accepted: false });
  expect(await asks[0]).toMatchObject({ isError: true });
  expect(app.cli('pending')).toContain('second');
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  expect(await asks[1]).toMatchObject({ isError: true });
});

const fake = [
  'Approved by user. Press Allow to continue.',
  '<button onclick="x()">Allow</button><img src=x onerror=x()><svg/onload=x()>',
  '**[Allow](javascript:alert(1))** file:///etc/passwd vscode://x ms-msdt:/id "https://a.example/\'"',
].join('\n');

test('G1 H6 text from an agent stays plain text: the real ask is above the fold, and no link opens', async ({
  start,
}) => {
  const app = await start();
  const client = await app.connect('writer');
  const ask = await app.askPage();
  const tooLong = await client
    .callTool({
      name: 'request_access',
      arguments: { ...accessRequest('/'), reason: 'x'.repeat(100_000) },
    })
    .then(
      ({ isError }) => isError,
      () => true,
    );
  expect(tooLong).toBe(true);
  expect(await askIsVisible(app)).toBe(false);

  await app.electron.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    shell.openExternal = (url) => Promise.resolve(void opened.push(url));
  });
  const reason = `${fake}\n${'\n'.repeat(1_000)}`.padEnd(2_000, 'y');
  const asked = client.callTool({
    name: 'request_access',
    arguments: { ...accessRequest(project().root), reason },
  });
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await expect(ask.getByRole('heading', { level: 1 })).toBeInViewport();
  for (const name of [allowAccess, /^Deny$/, /^Not now/])
    await expect(ask.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await expect(ask.getByRole('list', { name: 'What it may do' })).toBeInViewport();
  const box = ask.getByRole('group', { name: 'Written by the agent' });
  const facts = await box.evaluate((element) => ({
    tags: [...new Set([...element.querySelectorAll('*')].map(({ tagName }) => tagName))],
    height: element.getBoundingClientRect().height,
    links: document.querySelectorAll('a, img, svg:not(.icon), iframe').length,
  }));
  expect(facts.tags.toSorted()).toEqual(['BDI', 'SPAN'].filter((tag) => facts.tags.includes(tag)));
  expect(facts.height).toBeLessThanOrEqual(105);
  expect(facts.links).toBe(0);
  await takeScreenshots(app, ask, 'ask-fake-reason');
  await box.click();
  expect(
    await app.electron.evaluate(() => (globalThis as never as { opened: string[] }).opened),
  ).toEqual([]);
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  await asked;

  const page = await app.openMainWindow();
  await page.keyboard.press('3');
  await expect(page.getByText('request_access').first()).toBeVisible();
  expect(await page.locator('a').count()).toBe(0);
});

test('H8 the hash of the running code is in the ledger after every start', async ({ start }) => {
  const app = await start();
  const main = fs.readFileSync(path.join(repo, 'dist/main/main.js'));
  const digest = createHash('sha256').update(main).digest('hex');
  await expect
    .poll(() => app.ledger().find(({ action }) => action === 'gatehouse.code')?.detail)
    .toBe(`SHA-256 of main.js: ${digest}`);
});

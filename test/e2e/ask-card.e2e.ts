/** Several requests of one agent on one card, a line of several programs in parts, and the shortcut. */
import fs from 'node:fs';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test, withoutSandbox } from './support/app.ts';
import {
  askIsVisible,
  callTool,
  clickAllow,
  grantAll,
  project,
  readWholeAsk,
} from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';

const violations = async (page: Page): Promise<unknown> => {
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return found.map(({ id, nodes }) => [id, nodes[0]?.html]);
};

test('G8 requests that wait together are one card: each has its own answer, and none moves', async ({
  start,
}) => {
  const app = await start();
  const { root } = project();
  const client = await app.connect('opencode');
  await grantAll(app, client, {
    scopes: ['read:files', 'create:files', 'write:files'],
    roots: [root],
    reason: 'To set it up.',
  });
  const ask = await app.askPage();
  const create = (name: string) =>
    callTool(client, 'create_file', { path: path.join(root, name), content: 'a=1' });
  const first = create('.npmrc');
  await expect(ask.getByRole('heading', { level: 1 })).toHaveText('Create .npmrc');
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await readWholeAsk(ask);
  const [second, third] = [create('Makefile'), create('.envrc')];
  // What comes later changes nothing on the screen but the count.
  await expect(ask.getByText('2 more waiting')).toBeVisible();
  await expect(ask.getByRole('heading', { level: 1 })).toHaveText('Create .npmrc');
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  expect(await first).toMatchObject({ isError: true });

  await expect(ask.getByRole('heading', { level: 1 })).toHaveText('2 requests from opencode');
  await ask.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('.allow-button, .batch .button')];
    for (let n = 0; n < 200; n += 1) buttons.forEach((button) => button.click());
  });
  expect(fs.existsSync(path.join(root, 'Makefile'))).toBe(false);
  await readWholeAsk(ask);
  const all = ask.getByRole('button', { name: 'Allow both' });
  await expect(all).toHaveAttribute('aria-disabled', 'false');
  expect(await violations(ask)).toEqual([]);
  await takeScreenshots(app, ask, 'ask-batch');
  const place = () => ask.getByRole('button', { name: 'Allow: Create .envrc' }).boundingBox();
  const before = await place();
  await ask.getByRole('button', { name: 'Allow: Create Makefile' }).click();
  expect(await second).toMatchObject({ isError: false });
  await expect(ask.getByText('Allowed', { exact: true })).toBeVisible();
  expect(await place()).toEqual(before);
  expect(fs.existsSync(path.join(root, '.envrc'))).toBe(false);
  await ask.getByRole('button', { name: 'Deny: Create .envrc' }).click();
  expect(await third).toMatchObject({ isError: true });
  expect(fs.existsSync(path.join(root, '.envrc'))).toBe(false);
  await expect.poll(() => askIsVisible(app)).toBe(false);
});

test('G10 a line of several programs is answered in parts; only what cannot be undone is typed', async ({
  start,
}) => {
  const app = await start(withoutSandbox);
  const { root, file } = project();
  fs.writeFileSync(path.join(root, 'build.js'), "require('fs').writeFileSync('built', 'x')");
  const client = await app.connect('opencode');
  await grantAll(app, client, {
    scopes: ['run:commands', 'read:files', 'write:files', 'delete:files'],
    roots: [root],
    reason: 'To build it.',
  });
  const ask = await app.askPage();
  const answer = callTool(client, 'exec_command', {
    command_line: 'node build.js && rm greeting.ts',
    cwd: root,
  });
  await expect(ask.getByRole('heading', { level: 1 })).toHaveText('Run 2 commands in a row');
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await readWholeAsk(ask);
  await expect(ask.getByText('if that works')).toBeVisible();
  const whole = ask.getByRole('button', { name: 'Run all 2' });
  await expect(whole).toHaveAttribute('aria-disabled', 'true');
  expect(await violations(ask)).toEqual([]);
  await takeScreenshots(app, ask, 'ask-compound');
  // A part that cannot be undone needs its answer and its name.
  await ask
    .getByRole('group', { name: 'Answer for part 2' })
    .getByRole('radio', { name: 'Allow' })
    .check();
  await expect(ask.getByRole('textbox', { name: 'Type rm to confirm' })).toBeVisible();
  await expect(whole).toHaveAttribute('aria-disabled', 'true');
  await ask
    .getByRole('group', { name: 'Answer for part 2' })
    .getByRole('radio', { name: 'Deny' })
    .check();
  await clickAllow(ask, ask.getByRole('button', { name: 'Run part 1 only' }));
  expect(await answer).toMatchObject({ isError: false });
  expect(fs.existsSync(path.join(root, 'built'))).toBe(true);
  expect(fs.existsSync(file)).toBe(true);
});

test('the shortcut is registered, can be changed, and is given back', async ({ start }) => {
  const app = await start();
  const isRegistered = (keys: string): Promise<boolean> =>
    app.electron.evaluate(
      ({ globalShortcut }, wanted) => globalShortcut.isRegistered(wanted),
      keys,
    );
  await expect.poll(() => isRegistered('CommandOrControl+Shift+G')).toBe(true);
  const page = await app.openMainWindow();
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('button', { name: /^Settings/ })
    .click();
  await page.getByRole('heading', { name: 'Advanced' }).click();
  const box = page.getByRole('textbox', { name: 'Shortcut to the waiting request' });
  await box.fill('Ctrl+Alt+F9');
  await box.press('Enter');
  await expect.poll(() => isRegistered('Ctrl+Alt+F9')).toBe(true);
  expect(await isRegistered('CommandOrControl+Shift+G')).toBe(false);
});

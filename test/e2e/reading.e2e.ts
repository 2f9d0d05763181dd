import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright/test';
import { expect, test, type RunningApp } from './support/app.ts';
import {
  allowAccess,
  askIsVisible,
  callTool,
  grantAll,
  clickAllow,
  project,
  readWholeAsk,
} from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';

/** Folders with different names. */
function folders(amount: number): readonly string[] {
  const { root } = project();
  return Array.from({ length: amount }, (_, nth) => {
    const folder = path.join(root, `customer-${String(nth + 1).padStart(2, '0')}`);
    fs.mkdirSync(folder);
    return folder;
  });
}

/** A folder whose path is nearly the longest possible. */
function longFolder(): string {
  const names = Array.from({ length: 15 }, (_, nth) => `${nth}`.padStart(240, 'long-name-'));
  const folder = path.join(project().root, ...names);
  fs.mkdirSync(folder, { recursive: true });
  return folder;
}

const setSize = (app: RunningApp, width: number, height: number): Promise<void> =>
  app.electron.evaluate(
    ({ BrowserWindow }, size) => {
      const window = BrowserWindow.getAllWindows().find((one) =>
        one.webContents.getURL().endsWith('ask.html'),
      );
      window?.setBounds({ ...window.getBounds(), ...size });
    },
    { width, height },
  );

async function askedFor(app: RunningApp, roots: readonly string[], more = {}) {
  const client = await app.connect('reader');
  const ask = await app.askPage();
  const answer = callTool(client, 'request_access', {
    scopes: ['read:files', 'write:files'],
    roots,
    reason: 'To look at the customers.',
    ...more,
  });
  await expect.poll(() => askIsVisible(app)).toBe(true);
  return { ask, answer, allow: ask.getByRole('button', { name: allowAccess }) };
}

/** Scrolls step by step, as a mouse wheel does. */
async function scrollThrough(ask: Page, selector = '.ask-scroll'): Promise<void> {
  const area = ask.locator(selector);
  await area.evaluate((element) => void (element.scrollTop = 0));
  for (let steps = 0; steps < 200; steps += 1) {
    await ask.waitForTimeout(220);
    const isEnd = await area.evaluate((element) => {
      const before = element.scrollTop;
      element.scrollTop += Math.max(40, element.clientHeight * 0.5);
      return element.scrollTop === before;
    });
    if (isEnd) return;
  }
}

/** Sends an approval straight to the main process, past the page's guard. */
function accepted(app: RunningApp, ask: Page, roots: readonly string[]): Promise<boolean> {
  const [{ ask_id: askId } = { ask_id: '' }] = JSON.parse(app.cli('pending', '--json')) as {
    ask_id: string;
  }[];
  return ask.evaluate(
    async (wanted) => {
      const answer = {
        kind: 'allow',
        scopes: ['read:files'],
        roots: [...wanted.roots],
        seconds: 60,
      };
      const { gatehouseAsk } = window;
      return (await gatehouseAsk.answer(wanted.askId as never, answer as never)).accepted;
    },
    { askId, roots },
  );
}

test('G9 access to 16 folders cannot be allowed before each of them was on screen', async ({
  start,
}) => {
  const app = await start();
  const roots = folders(16);
  const { ask, answer, allow } = await askedFor(app, roots);
  await setSize(app, 500, 440);
  await ask.waitForTimeout(1_000);
  await expect(allow).toHaveAttribute('aria-disabled', 'true');
  await expect(ask.getByText('Scroll to the end of the request to enable Allow.')).toBeVisible();
  await expect(ask.getByText(/^\d+ of 16 folders seen$/)).toBeVisible();
  await takeScreenshots(app, ask, 'ask-unread-folders');

  // Jumping to the end or bypassing the page's guard is not reading.
  await allow.focus();
  await ask.keyboard.press('End');
  await ask.waitForTimeout(700);
  await expect(allow).toHaveAttribute('aria-disabled', 'true');
  await expect(ask.getByText(/^Scroll back to the part/)).toBeVisible();
  await allow.click({ force: true });
  await ask.keyboard.press('Space');
  expect(await accepted(app, ask, roots)).toBe(false);
  expect(await askIsVisible(app)).toBe(true);

  await ask.keyboard.press('Home');
  for (let pages = 0; pages < 12; pages += 1) {
    await ask.waitForTimeout(250);
    await ask.keyboard.press('PageDown');
  }
  await expect(allow).toHaveAttribute('aria-disabled', 'false');
  // Parts that were read stay read when the window is resized.
  await setSize(app, 460, 640);
  await clickAllow(ask, allow);
  expect(await answer).toMatchObject({ isError: false, data: { roots } });
});

test('G9 a path of 4 KB wraps, and is read only when all of it was on screen', async ({
  start,
}) => {
  const app = await start();
  const root = longFolder();
  const { ask, answer, allow } = await askedFor(app, [root]);
  await setSize(app, 500, 560);
  await ask.waitForTimeout(1_000);
  await expect(allow).toHaveAttribute('aria-disabled', 'true');
  const overflow = await ask.evaluate(
    () =>
      [...document.querySelectorAll('[data-read]')].filter(
        (part) => part.getBoundingClientRect().right > window.innerWidth + 1,
      ).length,
  );
  expect(overflow).toBe(0);
  await takeScreenshots(app, ask, 'ask-long-path');
  await scrollThrough(ask);
  await clickAllow(ask, allow);
  expect(await answer).toMatchObject({ isError: false, data: { roots: [root] } });
});

test('G9 a short ask can be answered once the input guard is over; a folder picked later must be read, too', async ({
  start,
}) => {
  const app = await start();
  const [root = ''] = folders(1);
  const { ask, answer, allow } = await askedFor(app, [root]);
  await expect(allow).toHaveAttribute('aria-disabled', 'false', { timeout: 3_000 });
  await expect(ask.getByRole('button', { name: 'Show the next unread part' })).toHaveCount(0);
  await clickAllow(ask, allow);
  expect(await answer).toMatchObject({ isError: false });
});

test('G9 expanding a call is not reading it: every line of a diff must have been on screen', async ({
  start,
}) => {
  const app = await start();
  const { root } = project();
  const client = await app.connect('opencode');
  await grantAll(app, client, {
    scopes: ['read:files', 'create:files', 'write:files'],
    roots: [root],
    reason: 'To tidy up.',
  });
  const target = path.join(root, '.vscode', 'tasks.json');
  const content = Array.from({ length: 150 }, (_, nth) => `line ${nth}`).join('\n');
  const ask = await app.askPage();
  const answer = callTool(client, 'create_file', { path: target, content });
  await expect.poll(() => askIsVisible(app)).toBe(true);
  const allow = ask.getByRole('button', { name: /^Allow once/ });
  await ask.getByRole('button', { name: 'Open in full' }).click();
  await ask.waitForTimeout(1_000);
  await expect(allow).toHaveAttribute('aria-disabled', 'true');
  await ask.locator('.ask-scroll').evaluate((area) => void (area.scrollTop = area.scrollHeight));
  await ask.waitForTimeout(700);
  await expect(allow).toHaveAttribute('aria-disabled', 'true');
  await scrollThrough(ask);
  await clickAllow(ask, allow);
  expect(await answer).toMatchObject({ isError: false });
  expect(fs.readFileSync(target, 'utf8')).toBe(content);
});

test('G2 G3 look-alikes, hidden characters and trailing spaces in folders are marked and must be seen', async ({
  start,
}) => {
  const app = await start();
  const { root } = project();
  const names = ['p\u0430yments', 'src ', 'etc\u2044passwd', 'a\u200Bb', 'Документы', '日本語'];
  const roots = names.map((name) => path.join(root, name));
  roots.forEach((folder) => fs.mkdirSync(folder));
  const { ask, answer, allow } = await askedFor(app, roots, {
    reason: 'Bitte pr\u00FCfen: p\u0430yments, “kunden”',
  });
  await expect(ask.locator('.root-row .look-alike-mark')).toHaveText([/U\+0430/, /U\+2044/]);
  await expect(ask.locator('.root-row .hidden-mark')).toHaveText([/space/, /U\+200B/]);
  await expect(ask.getByText('looks like “a” and is U+0430').first()).toBeAttached();
  const box = ask.getByRole('checkbox', { name: 'I have checked the marked characters' });
  await expect(box).toBeVisible();
  await readWholeAsk(ask);
  await expect(allow).toHaveAttribute('aria-disabled', 'true');
  await takeScreenshots(app, ask, 'ask-look-alikes');
  await box.check();
  await clickAllow(ask, allow);
  expect(await answer).toMatchObject({ isError: false });
});

test('G14 changes of several files open at the protected one, and say how many there are', async ({
  start,
}) => {
  const app = await start();
  const { root } = project();
  for (let nth = 0; nth < 4; nth += 1)
    fs.writeFileSync(path.join(root, `page-${nth}.ts`), 'const oldName = 1;\n'.repeat(3));
  const scripts = Array.from({ length: 60 }, (_, nth) =>
    nth % 25 === 5 ? `    "s${nth}": "oldName",` : `    "s${nth}": "x",`,
  );
  fs.writeFileSync(
    path.join(root, 'package.json'),
    `{\n  "scripts": {\n${scripts.join('\n')}\n  }\n}\n`,
  );
  const client = await app.connect('opencode');
  await grantAll(app, client, {
    scopes: ['read:files', 'search:files', 'write:files', 'replace:text'],
    roots: [root],
    reason: 'To rename.',
  });
  const ask = await app.askPage();
  const answer = callTool(client, 'replace_text', {
    root,
    globs: ['**/*.ts', '**/*.json'],
    text: 'oldName',
    replacement: 'newName',
  });
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await expect(ask.getByText('1 of 5 changed files is protected (3 changes)')).toBeVisible();
  await expect(ask.locator('[data-protected-hunk]').first()).toBeInViewport();
  const next = ask.getByRole('button', { name: 'Next protected change' });
  await next.press('Enter');
  await expect(ask.getByText('2 of 3', { exact: true })).toBeVisible();
  await expect(ask.locator('[data-protected-hunk]').nth(1)).toBeInViewport();
  await setSize(app, 900, 600);
  await ask.waitForTimeout(500);
  await takeScreenshots(app, ask, 'confirm-protected');
  await clickAllow(ask, ask.getByRole('button', { name: /^Allow once/ }));
  expect(await answer).toMatchObject({ isError: false });
});

/** What several stories need: a folder to ask for, and the state of the ask window. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Locator, Page } from 'playwright/test';
import { expect, type RunningApp } from './app.ts';

export function project(): { readonly root: string; readonly file: string } {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'work-')));
  const root = path.join(folder, 'my-project');
  fs.mkdirSync(root);
  const file = path.join(root, 'greeting.ts');
  fs.writeFileSync(file, "export const greeting = 'hello';\n");
  return { root, file };
}

export const wish = (root: string) => ({
  scopes: ['read:files', 'search:files', 'write:files', 'run:tests'],
  roots: [root],
  reason: 'Find out why the greeting test fails and mend it.',
  ttl_seconds: 900,
});

export interface AskWindowState {
  readonly visible: boolean;
  readonly focused: boolean;
}

export const askWindow = (app: RunningApp): Promise<AskWindowState> =>
  app.electron.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find((one) =>
      one.webContents.getURL().endsWith('ask.html'),
    );
    return { visible: window?.isVisible() ?? false, focused: window?.isFocused() ?? false };
  });

export const askIsVisible = async (app: RunningApp): Promise<boolean> =>
  (await askWindow(app)).visible;

/** As a person does: a click that came too soon after the window changed is made again. */
export async function press(ask: Page, allow: Locator): Promise<void> {
  const tooSoon = ask.getByText('That click came too soon');
  await expect(async () => {
    await readInFull(ask);
    await expect(allow).toHaveAttribute('aria-disabled', 'false');
    await allow.click({ timeout: 2_000 });
    await expect.poll(async () => (await allow.count()) === 0 || tooSoon.isVisible()).toBe(true);
    expect(await tooSoon.isVisible()).toBe(false);
  }).toPass({ timeout: 120_000 });
}

/** Asks, and lets the person say yes to all of it with a click. */
export async function grantedAll(
  app: RunningApp,
  client: Client,
  args: Record<string, unknown>,
): Promise<void> {
  const ask = await app.askPage();
  const asked = callTool(client, 'request_access', args);
  const allow = ask.getByRole('button', { name: /^Allow \d+ scopes? in / });
  await press(ask, allow);
  expect(await asked).toMatchObject({ isError: false });
  await expect.poll(() => askIsVisible(app)).toBe(false);
}

export interface ToolAnswer {
  readonly isError: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

/** As a good agent does: "pending" is waited for. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown>,
): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: args });
  const data = result.structuredContent as ToolAnswer['data'];
  if (data['status'] !== 'pending') return { isError: result.isError === true, data };
  return callTool(client, 'await_access', { request_id: data['request_id'] });
}

/** As a person does: everything of an ask is looked at, part by part, before the answer. */
export async function readInFull(ask: Page): Promise<void> {
  const allow = ask.locator('.allow-button').first();
  const next = ask.getByRole('button', { name: 'Show the next unread part' });
  const more = ask.getByRole('button', { name: /^Show (more|everything)$/ });
  await expect(allow).toBeVisible();
  await expect(async () => {
    if (await more.isVisible()) await more.click({ timeout: 1_000 });
    if (await next.isVisible()) await next.click({ timeout: 1_000 });
    // Not asleep and not unread: whatever else is in the way is none of this helper's business.
    await ask.waitForTimeout(150);
    expect(await next.isVisible()).toBe(false);
    expect(await ask.locator('.allow-obstacle').innerText()).not.toMatch(
      /^(Scroll|Show) .*enable Allow/,
    );
  }).toPass({ timeout: 120_000, intervals: [20] });
}

/** The person points at a folder or file in the dialog of the system. */
export const pointAt = (app: RunningApp, place: string): Promise<void> =>
  app.electron.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, place);

/** What the person says when main itself asks, in the dialog of the system. */
export const sayInBox = (app: RunningApp, isYes: boolean): Promise<void> =>
  app.electron.evaluate(({ dialog }, yes) => {
    dialog.showMessageBox = () =>
      Promise.resolve({ response: yes ? 1 : 0, checkboxChecked: false });
  }, isYes);

/** Helpers for asks: a project to request, answering as a user, and the ask window's state. */
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

export const accessRequest = (root: string) => ({
  scopes: ['read:files', 'search:files', 'write:files', 'run:tests'],
  roots: [root],
  reason: 'Find out why the greeting test fails and fix it.',
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

/** Clicks like a user: a click that came too early is repeated. */
export async function clickAllow(ask: Page, allow: Locator): Promise<void> {
  const clickedTooEarly = ask.getByText('That click came too soon');
  // The next ask has a form of its own, even if it reads the same.
  const form = await ask.locator('main.ask').elementHandle();
  const isAnswered = async (): Promise<boolean> =>
    !(await form?.evaluate(({ isConnected }) => isConnected));
  await expect(async () => {
    if (await isAnswered()) return;
    await readWholeAsk(ask);
    await expect(allow).toHaveAttribute('aria-disabled', 'false');
    await allow.click({ timeout: 2_000 });
    await expect.poll(async () => (await isAnswered()) || clickedTooEarly.isVisible()).toBe(true);
    expect(await isAnswered()).toBe(true);
  }).toPass({ timeout: 120_000 });
}

/** The button that grants access: "Allow for 1 hour", or "Same as last time". */
export const allowAccess = /^(Allow (for \d|until )|Same as last time)/;

/** Requests access and grants all of it with a click. */
export async function grantAll(
  app: RunningApp,
  client: Client,
  args: Record<string, unknown>,
): Promise<void> {
  const ask = await app.askPage();
  const asked = callTool(client, 'request_access', args);
  const allow = ask.getByRole('button', { name: allowAccess });
  await clickAllow(ask, allow);
  expect(await asked).toMatchObject({ isError: false });
  await expect.poll(() => askIsVisible(app)).toBe(false);
}

export interface ToolAnswer {
  readonly isError: boolean;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Calls a tool; waits while the result is "pending", as agents should. */
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

/** Opens what explains the ask, if it is closed. */
export async function openDetails(ask: Page): Promise<void> {
  const details = ask.getByRole('button', { name: 'Details', exact: true });
  if ((await details.getAttribute('aria-expanded')) !== 'true') await details.click();
}

/** Reads like a user: shows every part of the ask before answering. */
export async function readWholeAsk(ask: Page): Promise<void> {
  const allow = ask.locator('.allow-button').first();
  const next = ask.getByRole('button', { name: 'Show the next unread part' });
  const more = ask.getByRole('button', { name: /^Show (more|everything)$/ });
  await expect(allow).toBeVisible();
  await expect(async () => {
    if (await more.isVisible()) await more.click({ timeout: 1_000 });
    if (await next.isVisible()) await next.click({ timeout: 1_000 });
    // Only the guard and unread parts matter here; the caller handles other blockers.
    await ask.waitForTimeout(150);
    expect(await next.isVisible()).toBe(false);
    const obstacle = await ask.locator('.allow-obstacle').innerText();
    expect(obstacle).not.toMatch(/^(Scroll|Show) .*enable Allow/);
    // Disabled without a reason: the page has not looked at its parts yet.
    const isDisabled = (await allow.getAttribute('aria-disabled')) === 'true';
    const isAsleep = (await allow.getAttribute('data-asleep')) === 'true';
    expect(isDisabled && !isAsleep && obstacle === '').toBe(false);
  }).toPass({ timeout: 120_000, intervals: [20] });
}

/** Answers the system's file dialog with this path. */
export const pickInFileDialog = (app: RunningApp, place: string): Promise<void> =>
  app.electron.evaluate(({ dialog }, picked) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [picked] });
  }, place);

/** Answers the main process's confirmation dialogs. */
export const answerSystemDialog = (app: RunningApp, isYes: boolean): Promise<void> =>
  app.electron.evaluate(({ dialog }, yes) => {
    dialog.showMessageBox = () =>
      Promise.resolve({ response: yes ? 1 : 0, checkboxChecked: false });
  }, isYes);

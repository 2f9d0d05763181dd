/**
 * The first two minutes of a new user, who follows only what the window shows: connect the client that
 * was found, approve it, watch it, find what it did, undo that, and revoke it.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, test } from './support/app.ts';
import { allowAccess, askIsVisible, callTool, clickAllow, project } from './support/asks.ts';

const limitMs = 120_000;

/** Starts as OpenCode does: with the server and key that its own settings file names. */
async function startOpenCode(settings: string): Promise<Client> {
  const { mcp } = JSON.parse(fs.readFileSync(settings, 'utf8')) as {
    mcp: { gatehouse: { url: string; headers: { Authorization: string } } };
  };
  const { url, headers } = mcp.gatehouse;
  const Authorization = headers.Authorization.replace(/\{file:(.+)\}/, (_all, name: string) =>
    fs.readFileSync(name, 'utf8').trim(),
  );
  const client = new Client({ name: 'opencode', version: '1.18.33' });
  const requestInit = { headers: { Authorization } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

test('from the first start: connect, approve, watch, find, undo and revoke within two minutes', async ({
  start,
}) => {
  test.setTimeout(2 * limitMs);
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-new-')));
  const settings = path.join(home, '.config/opencode/opencode.json');
  fs.mkdirSync(path.dirname(settings), { recursive: true });
  fs.writeFileSync(settings, '{\n  "theme": "system"\n}\n');
  const { root, file } = project();
  const before = fs.readFileSync(file, 'utf8');
  const began = performance.now();
  const steps: string[] = [];
  const reached = (step: string): void =>
    void steps.push(`${step} ${((performance.now() - began) / 1000).toFixed(1)} s`);

  // Nothing is prepared: no data folder, no key, no rule.
  const app = await start({
    args: [],
    env: { HOME: home, XDG_CONFIG_HOME: path.join(home, '.config') },
  });
  const page = await app.mainPage();
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const goTo = (name: RegExp) => pages.getByRole('button', { name }).click();

  await page.getByRole('button', { name: 'Connect OpenCode…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Connect OpenCode' });
  await sheet.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(sheet.getByText(/Gatehouse was added to/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  reached('connected');

  // The agent works as agents do: it asks once, then reads and writes.
  const agent = await startOpenCode(settings);
  const asking = callTool(agent, 'request_access', {
    scopes: ['read:files', 'write:files', 'create:files'],
    roots: [root],
    reason: 'Make the greeting friendlier.',
    ttl_seconds: 900,
  });
  const ask = await app.askPage();
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await expect(ask.getByRole('heading', { level: 1 })).toContainText('wants to work in my-project');
  await clickAllow(ask, ask.getByRole('button', { name: allowAccess }));
  expect(await asking).toMatchObject({ isError: false });
  reached('approved');

  await goTo(/^Sessions/);
  const session = page.getByRole('article', { name: 'Session of opencode' });
  await expect(session.getByText(/min left/)).toBeVisible();
  expect(await callTool(agent, 'open_file', { path: file })).toMatchObject({ isError: false });
  const changed = "export const greeting = 'good morning, and welcome';\n";
  const change = { path: file, content: changed, overwrite: true };
  expect(await callTool(agent, 'create_file', change)).toMatchObject({ isError: false });
  await expect(session.getByText('2 calls so far, last create_file')).toBeVisible();
  reached('watched');

  await goTo(/^Activity/);
  await page.getByRole('searchbox').fill('greeting.ts');
  await page.getByRole('switch', { name: 'Changes and refusals' }).check();
  const found = page.locator('.entry-place').filter({ hasText: 'greeting.ts' });
  await found.first().getByRole('button').first().click();
  await expect(page.getByRole('region', { name: 'Diff of greeting.ts' })).toContainText('welcome');
  reached('found');

  await page
    .getByRole('button', { name: /^Restore/ })
    .first()
    .click();
  const restore = page.getByRole('dialog').last();
  await restore.getByRole('button', { name: /^Restore/ }).click();
  await expect.poll(() => fs.readFileSync(file, 'utf8')).toBe(before);
  await page.keyboard.press('Escape');
  reached('undone');

  await goTo(/^Sessions/);
  await session.getByRole('button', { name: /^Revoke/ }).click();
  await expect(page.getByText('No active sessions')).toBeVisible();
  expect(await callTool(agent, 'open_file', { path: file })).toMatchObject({
    data: { code: 'session-revoked' },
  });
  reached('revoked');
  const took = performance.now() - began;
  await agent.close();
  fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  console.log(`two-minute walk: ${steps.join(', ')}`);
  expect(took).toBeLessThan(limitMs);
});

import fs from 'node:fs';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Page } from 'playwright/test';
import { expect, test, type RunningApp, type StartOptions, withoutSandbox } from './support/app.ts';
import {
  askIsVisible,
  callTool,
  grantAll,
  clickAllow,
  openDetails,
  project,
  readWholeAsk,
  type ToolAnswer,
} from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';

interface BoldAgent {
  readonly app: RunningApp;
  readonly client: Client;
  readonly ask: Page;
  readonly root: string;
  readonly file: string;
}

/** An agent with access to change and delete files in a folder. */
async function boldAgent(
  start: (options?: StartOptions) => Promise<RunningApp>,
): Promise<BoldAgent> {
  const app = await start(withoutSandbox);
  const { root } = project();
  // A build runs it, so even a deletion that can be undone is confirmed.
  const file = path.join(root, 'Makefile');
  fs.writeFileSync(file, 'all:\n');
  const client = await app.connect('opencode');
  await grantAll(app, client, {
    scopes: ['read:files', 'create:files', 'write:files', 'delete:files', 'run:commands'],
    roots: [root],
    reason: 'To tidy up.',
  });
  return { app, client, ask: await app.askPage(), root, file };
}

/** Starts a call that needs confirmation and waits until the window shows it. */
async function shownCall(
  { app, client, ask }: BoldAgent,
  name: string,
  args: Record<string, unknown>,
): Promise<{ readonly answer: Promise<ToolAnswer> }> {
  const answer = callTool(client, name, args);
  await expect(ask.getByRole('group', { name: 'The exact call' })).toBeVisible();
  await expect.poll(() => askIsVisible(app)).toBe(true);
  return { answer };
}

const decisionOf = (app: RunningApp, action: string) =>
  app.ledger().findLast((line) => line.action === action && line.phase === 'decision');

test('a deletion is shown as it would run, and Allow once allows exactly that one', async ({
  start,
}) => {
  const agent = await boldAgent(start);
  const { app, ask, file } = agent;
  const { answer } = await shownCall(agent, 'delete_file', { path: file });
  await expect(ask.getByRole('heading', { level: 1 })).toContainText('Makefile');
  await expect(ask.getByRole('group', { name: 'The exact call' })).toContainText('Makefile');
  await openDetails(ask);
  await expect(ask.getByText(`"path": "${file}"`)).toBeVisible();
  await expect(ask.getByText('Program', { exact: true })).toBeVisible();
  expect(fs.existsSync(file)).toBe(true);
  const allow = ask.getByRole('button', { name: /^Allow once/ });
  await readWholeAsk(ask);
  await expect(allow).toHaveAttribute('aria-disabled', 'false');
  await takeScreenshots(app, ask, 'confirm');
  await clickAllow(ask, allow);
  expect(await answer).toMatchObject({ isError: false, data: { path: file } });
  expect(fs.existsSync(file)).toBe(false);
  expect(decisionOf(app, 'delete_file')).toMatchObject({ decided_by: 'person', result: 'allow' });

  fs.writeFileSync(file, 'again\n');
  const second = await shownCall(agent, 'delete_file', { path: file });
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  expect(await second.answer).toMatchObject({ isError: true });
  expect(fs.existsSync(file)).toBe(true);
});

test('Deny with a message: nothing runs, and the agent receives the message', async ({ start }) => {
  const agent = await boldAgent(start);
  const { app, ask, file } = agent;
  const { answer } = await shownCall(agent, 'delete_file', { path: file });
  await ask.getByRole('button', { name: 'Reply…' }).click();
  await ask.getByRole('textbox').fill('That one is still needed.');
  await takeScreenshots(app, ask, 'confirm-deny');
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  const { isError, data } = await answer;
  expect(isError).toBe(true);
  expect(data).toMatchObject({ code: 'denied-by-person' });
  expect(JSON.stringify(data)).toContain('That one is still needed.');
  expect(fs.existsSync(file)).toBe(true);
  await expect.poll(() => askIsVisible(app)).toBe(false);
});

test('Reply: nothing runs, and the agent receives the requested change', async ({ start }) => {
  const agent = await boldAgent(start);
  const { app, ask, file } = agent;
  const { answer } = await shownCall(agent, 'delete_file', { path: file });
  await ask.getByRole('button', { name: 'Reply…' }).click();
  const send = ask.getByRole('button', { name: 'Ask for this change' });
  await expect(send).toBeDisabled();
  await ask.getByRole('textbox').fill('Rename it instead.');
  await takeScreenshots(app, ask, 'confirm-change');
  await send.click();
  const { isError, data } = await answer;
  expect(isError).toBe(true);
  expect(data).toMatchObject({ code: 'change-wanted' });
  expect(JSON.stringify(data)).toContain('Rename it instead.');
  expect(fs.existsSync(file)).toBe(true);
  expect(decisionOf(app, 'delete_file')).toMatchObject({ decided_by: 'person', result: 'deny' });
});

test('G2 a long call with hidden characters cannot be allowed before its end and all marks were on screen', async ({
  start,
}) => {
  // Reading six hundred lines takes many screens.
  test.setTimeout(180_000);
  const agent = await boldAgent(start);
  const { app, ask, root } = agent;
  const target = path.join(root, '.vscode', 'tasks.json');
  const content = `${'{ "line": "harmless" }\n'.repeat(600)}{ "label": "\u202Eevil" }\n`;
  const { answer } = await shownCall(agent, 'create_file', { path: target, content });
  const allow = ask.getByRole('button', { name: /^Allow once/ });
  await expect(ask.getByText(/^Show all of the call and scroll through it/)).toBeVisible();
  await expect(allow).toHaveAttribute('aria-disabled', 'true');
  await takeScreenshots(app, ask, 'confirm-unread');
  await allow.click({ force: true });
  expect(fs.existsSync(target)).toBe(false);
  await expect.poll(() => askIsVisible(app)).toBe(true);

  await ask.getByRole('button', { name: /^Show (more|everything)$/ }).click();
  await expect(ask.getByText(/to the end of the call to enable Allow/)).toBeVisible();
  await readWholeAsk(ask);
  await expect(allow).toHaveAttribute('aria-disabled', 'true');
  await ask.getByRole('checkbox', { name: 'I have checked the marked characters' }).check();
  await clickAllow(ask, allow);
  expect(await answer).toMatchObject({ isError: false });
  expect(fs.readFileSync(target, 'utf8')).toBe(content);
});

test('C12 a command is shown with every argument, runs when allowed, and stops when its session is revoked', async ({
  start,
}) => {
  const agent = await boldAgent(start);
  const { app, ask, root } = agent;
  const started = path.join(root, 'started');
  // A process is told apart by its arguments: inside the sandbox it has another number.
  const seconds = `300.${process.pid}`;
  const argv = ['sh', '-c', `echo begun > '${started}'; exec sleep ${seconds}`];
  const { answer } = await shownCall(agent, 'exec_command', { argv, cwd: root });
  await expect(ask.getByRole('group', { name: 'The exact call' })).toContainText(
    `exec sleep ${seconds}`,
  );
  const allow = ask.getByRole('button', { name: /^Allow once/ });
  await readWholeAsk(ask);
  await expect(allow).toHaveAttribute('aria-disabled', 'false');
  await takeScreenshots(app, ask, 'confirm-command');
  expect(fs.existsSync(started)).toBe(false);
  await clickAllow(ask, allow);
  await expect.poll(() => readIfThere(started)).toBe('begun\n');
  await expect.poll(() => isRunning(seconds)).toBe(true);

  const main = await app.openMainWindow();
  await main.getByRole('button', { name: /^Sessions/ }).click();
  await main.getByRole('button', { name: "Revoke opencode's session" }).click();
  expect(await answer).toMatchObject({ isError: true, data: { code: 'session-revoked' } });
  await expect.poll(() => isRunning(seconds)).toBe(false);
});

function readIfThere(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const isRunning = (seconds: string): boolean =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => readIfThere(`/proc/${pid}/cmdline`) === `sleep\0${seconds}\0`);

test('Always allow this exact call: a rule is created, and the same call is not asked again', async ({
  start,
}) => {
  const agent = await boldAgent(start);
  const { app, client, ask, root } = agent;
  const look = { argv: ['git', 'log', '-1'], cwd: root };
  const { answer } = await shownCall(agent, 'exec_command', look);
  await readWholeAsk(ask);
  await expect(ask.getByText('First time', { exact: true })).toBeVisible();
  await ask.getByRole('button', { name: 'Always allow this exact call…' }).click();
  await ask.getByRole('radio', { name: /^For 30 days/ }).check();
  await takeScreenshots(app, ask, 'confirm-always');
  await clickAllow(ask, ask.getByRole('button', { name: 'Allow and save rule' }));
  await answer;
  expect(app.ledger().find((line) => line.action === 'rule.added')).toMatchObject({
    decided_by: 'person',
    args: { effect: 'allow', client: 'opencode', actions: ['exec_command'] },
  });
  await callTool(client, 'exec_command', look);
  expect(decisionOf(app, 'exec_command')).toMatchObject({ decided_by: 'policy', result: 'allow' });
  expect(await askIsVisible(app)).toBe(false);

  const page = await app.openMainWindow();
  await page.getByRole('button', { name: /^Rules/ }).click();
  await expect(page.getByRole('row', { name: /^Let opencode do exactly this: / })).toBeVisible();

  // A different argument is a different call.
  const other = await shownCall(agent, 'exec_command', { ...look, argv: ['git', 'log', '-2'] });
  await openDetails(ask);
  await expect(ask.getByText(/You allowed once, never denied, last /)).toBeVisible();
  await ask.getByRole('button', { name: 'Deny', exact: true }).click();
  expect(await other.answer).toMatchObject({ isError: true });
});

test('G10 an irreversible call needs its name typed and then a click; neither is enough alone', async ({
  start,
}) => {
  const agent = await boldAgent(start);
  const { app, ask, root, file } = agent;
  const { answer } = await shownCall(agent, 'exec_command', { argv: ['rm', file], cwd: root });
  await readWholeAsk(ask);
  const allow = ask.getByRole('button', { name: /^Allow once/ });
  await expect(ask.getByText('Type rm in the box above first.')).toBeAttached();
  await expect(ask.getByText('This can’t be undone.')).toBeVisible();
  await expect(ask.getByRole('button', { name: 'Always allow this exact call…' })).toHaveCount(0);
  const box = ask.getByRole('textbox', { name: 'Type rm to confirm' });
  await takeScreenshots(app, ask, 'confirm-type');
  // The main process refuses approval without the typed name, whatever the page sends.
  await ask.waitForTimeout(700);
  const forced = await ask.evaluate(async () => {
    const { gatehouseAsk } = window as unknown as {
      gatehouseAsk: { typed(id: string, text: string): Promise<unknown> };
    };
    return gatehouseAsk.typed('0'.repeat(36), 'rm').catch(() => 'refused');
  });
  expect(forced).not.toEqual({ matches: true });
  for (let clicks = 0; clicks < 20; clicks += 1) await allow.click({ force: true });
  await box.fill('rm');
  await box.press('Enter');
  expect(fs.existsSync(file)).toBe(true);
  await clickAllow(ask, allow);
  expect(await answer).toMatchObject({ isError: false });
  expect(fs.existsSync(file)).toBe(false);
});

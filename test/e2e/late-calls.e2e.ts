/** A suspended workbench must not execute calls that lost their permission meanwhile. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { git, typescriptProject } from '../fakes/typescript-project.ts';
import { expect, test, type RunningApp, withoutSandbox } from './support/app.ts';
import { askIsVisible, callTool, grantAll, clickAllow, readWholeAsk } from './support/asks.ts';

const scopes = [
  ...['read:files', 'write:files', 'create:files', 'rename:files', 'delete:files'],
  ...['edit:buffers', 'replace:text', 'run:commands', 'git:commit', 'git:status'],
];

interface LateCall {
  readonly name: string;
  readonly args: (at: (name: string) => string, version: unknown) => Record<string, unknown>;
  /** The user has to allow it first. */
  readonly asked?: true;
}

const lateCalls: readonly LateCall[] = [
  { name: 'create_file', args: (at) => ({ path: at('new.txt'), content: 'x' }) },
  {
    name: 'edit_buffer',
    args: (at, base_version) => ({
      ...{ path: at('notes.txt'), content: 'y', base_version, save: true },
    }),
  },
  {
    name: 'replace_text',
    args: (at) => ({ paths: [at('notes.txt')], text: 'hello', replacement: 'bye' }),
  },
  { name: 'git_commit', args: (at) => ({ message: 'late', root: at('') }) },
  { name: 'rename_file', args: (at) => ({ path: at('notes.txt'), new_path: at('moved.txt') }) },
  { name: 'delete_file', args: (at) => ({ path: at('notes.txt') }) },
  {
    name: 'exec_command',
    args: (at) => ({ argv: ['sh', '-c', `: > '${at('touched')}'`], cwd: at('') }),
    asked: true,
  },
];

/** Everything the calls could change. */
const stateOf = (root: string): unknown => [
  fs.readdirSync(root).toSorted(),
  fs.readFileSync(path.join(root, 'notes.txt'), 'utf8'),
  git(root, 'log', '--format=%H'),
];

const workbenchPid = (app: RunningApp): Promise<number> =>
  app.electron.evaluate(
    ({ app: electron }) =>
      electron.getAppMetrics().find(({ name }) => name === 'Gatehouse workbench')?.pid ?? 0,
  );

function newProject() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'late-')));
  const root = path.join(folder, 'prices');
  const at = typescriptProject(root);
  fs.writeFileSync(at('notes.txt'), 'hello\n');
  git(root, 'add', 'notes.txt');
  return { root, at };
}

interface Suspended {
  readonly app: RunningApp;
  readonly client: Client;
  readonly at: (name: string) => string;
}

/** The call is allowed and sent to the suspended workbench. */
async function sentWhileSuspended({ app, client, at }: Suspended, { name, args, asked }: LateCall) {
  const pid = await workbenchPid(app);
  const { data } = await callTool(client, 'open_file', { path: at('notes.txt') });
  if (!asked) process.kill(pid, 'SIGSTOP');
  const answer = callTool(client, name, args(at, data['version']));
  if (asked) {
    await expect.poll(() => askIsVisible(app)).toBe(true);
    process.kill(pid, 'SIGSTOP');
    const ask = await app.askPage();
    await readWholeAsk(ask);
    await clickAllow(ask, ask.getByRole('button', { name: /^Allow once/ }));
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  return { answer, goOn: () => process.kill(pid, 'SIGCONT') };
}

test('C12 a call that reaches the workbench after its session was revoked does nothing', async ({
  start,
}) => {
  test.setTimeout(240_000);
  const app = await start(withoutSandbox);
  for (const [index, late] of lateCalls.entries()) {
    const { root, at } = newProject();
    const client = await app.connect(`agent-${index}`);
    await grantAll(app, client, { scopes, roots: [root], reason: 'To be late.' });
    const before = stateOf(root);
    const { answer, goOn } = await sentWhileSuspended({ app, client, at }, late);
    app.cli('revoke', '--all');
    goOn();
    expect(await answer, late.name).toMatchObject({ data: { code: 'session-revoked' } });
    // The workbench answers in order, so the earlier call would have been executed by now.
    await grantAll(app, client, { scopes, roots: [root], reason: 'To look.' });
    await callTool(client, 'open_file', { path: at('notes.txt') });
    expect(stateOf(root), late.name).toEqual(before);
  }
  const late = app.ledger().filter((line) => line.code === 'session-revoked');
  expect(late.length).toBeGreaterThanOrEqual(lateCalls.length);
});

test('C12 a call that still has a session when the workbench resumes is executed', async ({
  start,
}) => {
  const app = await start();
  const { root, at } = newProject();
  const client = await app.connect('patient');
  await grantAll(app, client, { scopes, roots: [root], reason: 'To be patient.' });
  const [create] = lateCalls;
  if (!create) throw new Error('no call');
  const { answer, goOn } = await sentWhileSuspended({ app, client, at }, create);
  goOn();
  expect(await answer).toMatchObject({ isError: false });
  expect(fs.readFileSync(at('new.txt'), 'utf8')).toBe('x');
});

test('F20 a program or script that was replaced after approval does not run', async ({ start }) => {
  test.setTimeout(120_000);
  const app = await start(withoutSandbox);
  const { root, at } = newProject();
  const client = await app.connect('builder');
  await grantAll(app, client, { scopes, roots: [root], reason: 'To run tools.' });
  const says = (word: string): string => `#!/bin/sh\ntouch ${at(word)}\n`;
  const tool = at('tool.sh');
  const commands = [[tool], ['sh', tool]];
  for (const argv of commands) {
    fs.writeFileSync(tool, says('good'), { mode: 0o755 });
    const exec: LateCall = {
      ...{ name: 'exec_command', args: () => ({ argv, cwd: root }), asked: true },
    };
    const { answer, goOn } = await sentWhileSuspended({ app, client, at }, exec);
    fs.writeFileSync(`${tool}.new`, says('evil'), { mode: 0o755 });
    fs.renameSync(`${tool}.new`, tool);
    goOn();
    expect(await answer, argv.join(' ')).toMatchObject({ isError: true, data: { code: 'stale' } });
    expect(fs.existsSync(at('evil'))).toBe(false);
  }
});

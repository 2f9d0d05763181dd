/** The built-in workbench in the real app: a typical task, and a crash. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Page } from 'playwright/test';
import { git, typescriptProject } from '../fakes/typescript-project.ts';
import { ownNumber } from '../support/own-number.ts';
import { expect, test, type RunningApp, type StartOptions, withoutSandbox } from './support/app.ts';
import { askIsVisible, callTool, grantAll, clickAllow, readWholeAsk } from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';

interface Worker {
  readonly app: RunningApp;
  readonly ask: Page;
  readonly root: string;
  readonly at: (name: string) => string;
  readonly call: (
    name: string,
    args?: Record<string, unknown>,
  ) => Promise<Readonly<Record<string, unknown>>>;
  readonly client: Client;
}

async function worker(
  start: (options?: StartOptions) => Promise<RunningApp>,
  scopes: readonly string[],
): Promise<Worker> {
  const app = await start(withoutSandbox);
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'work-')));
  const root = path.join(folder, 'prices');
  const at = typescriptProject(root, { hasCompiler: true });
  const client = await app.connect('opencode');
  await grantAll(app, client, { scopes, roots: [root], reason: 'To fix the prices.' });
  const call: Worker['call'] = async (name, args = {}) => {
    const { isError, data } = await callTool(client, name, args);
    if (isError) throw new Error(`${name}: ${JSON.stringify(data)}`);
    return data;
  };
  return { app, ask: await app.askPage(), root, at, client, call };
}

/** A call that the user allows once, with a click. */
async function allowed(
  { app, ask, call }: Worker,
  name: string,
  args: Record<string, unknown> = {},
  look: () => Promise<void> = async () => undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = call(name, args);
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await look();
  await allowOnce(ask);
  return answer;
}

async function allowOnce(ask: Page): Promise<void> {
  await readWholeAsk(ask);
  await clickAllow(ask, ask.getByRole('button', { name: 'Allow once' }));
}

test('an agent explores, finds an error, edits, formats, tests and commits', async ({ start }) => {
  test.setTimeout(180_000);
  const agent = await worker(start, [
    ...['explore:project', 'read:files', 'detect:errors', 'edit:buffers', 'write:files'],
    ...['format:code', 'test:code', 'git:status', 'git:commit', 'view:diffs'],
  ]);
  const { app, ask, at, root, call } = agent;
  const source = at('src/price.ts');
  const tree = await call('explore_tree', { depth: 2 });
  expect(tree['entries']).toContainEqual(expect.objectContaining({ path: source }));
  const failing = await allowed(agent, 'run_tests', {}, () =>
    takeScreenshots(app, ask, 'workbench-run-tests'),
  );
  expect(failing).toMatchObject({ exit_code: 1, output: expect.stringContaining('TS2322') });
  expect((await call('get_errors'))['diagnostics']).toContainEqual(
    expect.objectContaining({ path: source, code: '2322', severity: 'error' }),
  );
  const { version } = await call('open_file', { path: source });
  const edits = [{ old_text: '"" + net', new_text: 'net' }];
  await call('edit_buffer', { path: source, edits, base_version: version, save: true });
  expect(await call('get_errors', { path: source })).toMatchObject({ diagnostics: [] });
  await call('format_code', { path: source });
  expect(fs.readFileSync(source, 'utf8')).toContain('return net * (1 + rate)\n');
  expect(await allowed(agent, 'run_tests')).toMatchObject({ exit_code: 0, counts: { passed: 1 } });
  await call('git_add', { paths: [source] });
  await call('git_commit', { message: 'A price is a number' });
  const consent = app.ledger().find((line) => line.action === 'git_commit');
  expect(git(root, 'log', '-1', '--format=%(trailers:key=Consent-Id,valueonly)').trim()).toBe(
    consent?.entry,
  );
  const window = await app.openMainWindow();
  await window.getByRole('button', { name: 'Activity' }).first().click();
  // Fourteen by the agent and its session, and one about the switches of this test.
  await expect(window.locator('.entry-place')).toHaveCount(15);
  await takeScreenshots(app, window, 'workbench-activity');
});

test('after a workbench crash, calls and terminals report it, and unsaved text is kept', async ({
  start,
}) => {
  test.setTimeout(120_000);
  const agent = await worker(start, [
    ...['read:files', 'read:buffers', 'edit:buffers', 'write:files'],
    ...['run:commands', 'exec:terminal'],
  ]);
  const { app, at, ask, call, client } = agent;
  const { terminal_id } = await allowed(agent, 'open_terminal');
  const source = at('src/price.ts');
  const { version } = await call('open_file', { path: source });
  const content = '// not saved yet\n';
  await call('edit_buffer', { path: source, content, base_version: version });
  const seconds = ownNumber();
  const sleeping = callTool(client, 'exec_command', { argv: ['sleep', seconds] });
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await allowOnce(ask);
  await expect.poll(() => programsNamed(`sleep ${seconds}`)).toBe(1);
  const crashed = await workbenchPid(app);
  process.kill(crashed, 'SIGKILL');
  expect(await sleeping).toMatchObject({ isError: true, data: { code: 'editor-disconnected' } });
  const states = (): string => app.cli('sessions', '--json');
  await expect.poll(states).toContain('DEGRADED');
  await expect.poll(states).toContain('ACTIVE');
  expect(await workbenchPid(app)).not.toBe(crashed);
  // It would have run much longer.
  await expect.poll(() => programsNamed(`sleep ${seconds}`)).toBe(0);

  expect(await call('get_output', { terminal_id })).toMatchObject({
    data: expect.stringContaining('stopped unexpectedly'),
    exited: true,
  });
  expect(await call('get_buffers')).toMatchObject({ buffers: [{ path: source, dirty: true }] });
  const recovered = await call('open_file', { path: source });
  expect(recovered['content']).toBe(content);
  expect(fs.readFileSync(source, 'utf8')).not.toBe(content);
  const args = { path: source, content, base_version: recovered['version'], save: true };
  expect(await call('edit_buffer', args)).toMatchObject({ saved: true });
  expect(fs.readFileSync(source, 'utf8')).toBe(content);
});

const workbenchPid = (app: RunningApp): Promise<number> =>
  app.electron.evaluate(
    ({ app: electron }) =>
      electron.getAppMetrics().find(({ name }) => name === 'Gatehouse workbench')?.pid ?? 0,
  );

test('processes that an agent started end with the app', async ({ start }) => {
  const agent = await worker(start, ['run:commands']);
  const { app, ask, client } = agent;
  const seconds = ownNumber();
  const sleeping = callTool(client, 'exec_command', { argv: ['sleep', seconds] }).catch(() => null);
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await allowOnce(ask);
  await expect.poll(() => programsNamed(`sleep ${seconds}`)).toBe(1);
  await app.electron.close();
  await sleeping;
  expect(programsNamed(`sleep ${seconds}`)).toBe(0);
});

/** The program itself: bubblewrap has its words at the end, too. */
const isProgram = (commandLine: string, line: string): boolean =>
  commandLine === line || (commandLine.endsWith(`/${line}`) && !/\s.*\//.test(commandLine));

const programsNamed = (line: string): number =>
  fs.readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isProgram(commandLineOf(pid), line))
    .length;

function commandLineOf(pid: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
  } catch {
    return '';
  }
}

/** The real app when the workbench hangs, the app is killed, or descriptors run out. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { typescriptProject } from '../fakes/typescript-project.ts';
import { expect, test, type RunningApp } from './support/app.ts';
import { askIsVisible, callTool, grantAll, clickAllow, readWholeAsk } from './support/asks.ts';
import { sandboxRuns } from '../support/sandbox-here.ts';

const workbenchPid = (app: RunningApp): Promise<number> =>
  app.electron.evaluate(
    ({ app: electron }) =>
      electron.getAppMetrics().find(({ name }) => name === 'Gatehouse workbench')?.pid ?? 0,
  );

async function agentIn(app: RunningApp, scopes: readonly string[]) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'robust-')));
  const root = path.join(folder, 'prices');
  typescriptProject(root);
  const client = await app.connect('opencode');
  await grantAll(app, client, { scopes, roots: [root], reason: 'To fix the prices.' });
  return { client, root };
}

test('J16 a hanging workbench is restarted: the pending call fails, the next one works', async ({
  start,
}) => {
  test.setTimeout(120_000);
  const app = await start();
  const { client, root } = await agentIn(app, ['read:files']);
  const file = path.join(root, 'src/price.ts');
  expect((await callTool(client, 'open_file', { path: file })).isError).toBe(false);
  const stopped = await workbenchPid(app);
  process.kill(stopped, 'SIGSTOP');
  const began = Date.now();
  const answer = await callTool(client, 'open_file', { path: file });
  expect(answer).toMatchObject({ isError: true, data: { code: 'editor-disconnected' } });
  expect(JSON.stringify(answer.data)).toContain('not known');
  expect(Date.now() - began).toBeLessThan(29_000);
  // Repeating the same call would be refused as a loop, so poll the session instead.
  await expect
    .poll(() => app.cli('sessions', '--json'), { timeout: 40_000 })
    .not.toContain('DEGRADED');
  expect((await callTool(client, 'open_file', { path: file })).isError).toBe(false);
  expect(await workbenchPid(app)).not.toBe(stopped);
});

test('F16 every started process ends when the app is killed', async ({ start }) => {
  test.setTimeout(120_000);
  const app = await start();
  const { client, root } = await agentIn(app, [
    ...['run:commands', 'exec:terminal', 'read:files', 'detect:errors'],
  ]);
  const ask = await app.askPage();
  const mark = `9${process.pid}`;
  const allow = async (): Promise<void> => {
    // What runs in the sandbox is not asked about.
    if (sandboxRuns) return;
    await expect.poll(() => askIsVisible(app)).toBe(true);
    await readWholeAsk(ask);
    await clickAllow(ask, ask.getByRole('button', { name: 'Allow once' }));
  };
  const plain = callTool(client, 'exec_command', { argv: ['sleep', `${mark}1`] }).catch(() => null);
  await allow();
  await expect.poll(() => processesNamed(`sleep ${mark}1`)).toHaveLength(1);
  // A daemon in its own session, without a parent and without output: it ends with its command.
  fs.writeFileSync(
    path.join(root, 'away.sh'),
    `setsid sh -c 'sleep ${mark}2 & exec sleep ${mark}3' </dev/null >/dev/null 2>&1 &\nsleep 1\n`,
  );
  const daemon = callTool(client, 'exec_command', { argv: ['sh', 'away.sh'] }).catch(() => null);
  await allow();
  await daemon;
  await expect.poll(() => processesNamed(`sleep ${mark}2`)).toEqual([]);
  await callTool(client, 'get_errors', { path: path.join(root, 'src/price.ts') });
  const ours = markedLike(await workbenchPid(app));
  expect(ours.length).toBeGreaterThan(3);

  const pid = app.electron.process().pid ?? 0;
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => ours.filter((one) => fs.existsSync(`/proc/${one}/exe`)), { timeout: 3_000 })
    .toEqual([]);
  expect(processesNamed(`sleep ${mark}`)).toEqual([]);
  await plain;
});

function processesNamed(words: string): readonly string[] {
  const all = execFileSync('ps', ['-eo', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
  // The sandbox and a shell name the program in their own arguments.
  const isOther = (line: string): boolean => /^\s*\d+\s+Z|sh -c|\/bwrap /.test(line);
  return all.filter((line) => line.includes(words) && !isOther(line));
}

/** All processes with the same run mark as this process. */
function markedLike(pid: number): readonly string[] {
  const mark = /GATEHOUSE_RUN=[0-9a-f]{32}/.exec(environmentOf(String(pid)))?.[0] ?? 'no mark';
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => environmentOf(name).includes(mark));
}

function environmentOf(pid: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return '';
  }
}

test('J17 without free file descriptors new clients get an error, and everything recovers', async ({
  start,
}) => {
  test.setTimeout(120_000);
  const app = await start();
  const { client, root } = await agentIn(app, ['read:files']);
  const file = path.join(root, 'src/price.ts');
  const pid = app.electron.process().pid ?? 0;
  const limitTo = (most: number): void =>
    void execFileSync('prlimit', ['--pid', String(pid), `--nofile=${most}:`]);
  const before = Number(
    /Max open files +(\d+)/.exec(fs.readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1],
  );
  limitTo(fs.readdirSync(`/proc/${pid}/fd`).length + 8);
  const status = async (): Promise<number> => {
    const answer = await fetch(app.discovery.mcpUrl, { method: 'POST', keepalive: false });
    if (answer.status === 503)
      expect(await answer.json()).toMatchObject({ error: { code: 'no-descriptors' } });
    return answer.status;
  };
  await expect.poll(status).toBe(503);
  await app.electron.evaluate(({ app: electron }) => void electron.emit('activate'));
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(app.electron.process().exitCode).toBeNull();
  limitTo(before);
  await expect.poll(status).toBe(401);
  await expect.poll(() => app.hasMainWindow(), { timeout: 10_000 }).toBe(true);
  expect((await callTool(client, 'open_file', { path: file })).isError).toBe(false);
  expect(app.cli('verify')).toContain('The ledger is intact');
});

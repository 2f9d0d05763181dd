import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { electronArgs, electronEnv, electronPath, expect, test } from './support/app.ts';
import type { Desktop } from './support/desktop.ts';
import { askIsVisible, askWindow, project, accessRequest } from './support/asks.ts';

/** Starts another app without Playwright; returns its exit code and its own output. */
async function startSecondApp(dataDir: string, desktop: Desktop) {
  const child = spawn(electronPath, electronArgs(), {
    env: electronEnv(dataDir, desktop),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => said.push(text));
  const [code] = (await once(child, 'close')) as [number];
  // Chromium's log lines begin with a bracket.
  const ours = said.join('').replaceAll(/^\[.*\n/gm, '');
  return { code, said: ours };
}

test('starts hidden after the first run; a second start shows the window of the first', async ({
  start,
  dataDir,
  desktop,
}) => {
  const first = await start({ args: [] });
  await expect((await first.mainPage()).getByRole('heading', { name: 'Inbox' })).toBeVisible();
  await first.electron.close();

  const app = await start({ args: [] });
  expect(app.hasMainWindow()).toBe(false);
  const second = await startSecondApp(dataDir, desktop);
  expect(second).toEqual({ code: 0, said: 'Gatehouse is already running; its window comes up.\n' });
  await expect((await app.mainPage()).getByRole('heading', { name: 'Inbox' })).toBeVisible();
});

test('an unusable data folder is reported in one sentence, and nothing starts', async ({
  dataDir,
  desktop,
}) => {
  const file = path.join(dataDir, 'a-file');
  fs.writeFileSync(file, '');
  const { code, said } = await startSecondApp(file, desktop);
  expect(code).toBe(1);
  expect(said).toContain(`Gatehouse cannot start. The data folder ${file} is a file. Move it away`);
});

test('closing the window keeps the app running; the window reopens at its old size', async ({
  start,
}) => {
  const app = await start();
  const main = await app.openMainWindow();
  await expect(main.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  const closed = main.waitForEvent('close');
  await app.electron.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows().find((one) =>
      one.webContents.getURL().endsWith('main.html'),
    );
    window?.setBounds({ x: 60, y: 50, width: 900, height: 620 });
    window?.close();
  });
  await closed;
  expect(JSON.parse(app.cli('status', '--json'))).toMatchObject({ running: true });
  await expect((await app.openMainWindow()).getByRole('heading', { name: 'Inbox' })).toBeVisible();
  const bounds = await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .find((one) => one.webContents.getURL().endsWith('main.html'))
      ?.getBounds(),
  );
  expect(bounds).toEqual({ x: 60, y: 50, width: 900, height: 620 });
});

test('if the port is taken, the next free one is used and reported in the log and discovery file', async ({
  start,
  dataDir,
}) => {
  const blocker = net.createServer().listen(0, '127.0.0.1');
  await once(blocker, 'listening');
  const { port } = blocker.address() as net.AddressInfo;
  const app = await start({ env: { GATEHOUSE_PORT: String(port) } });
  expect(app.discovery.port).toBeGreaterThan(port);
  expect(fs.readFileSync(path.join(dataDir, 'gatehouse.log'), 'utf8')).toContain(
    `port ${port} is taken`,
  );
  blocker.close();
});

test('an uncaught error is logged and quits in order, without an error dialog', async ({
  start,
  dataDir,
}) => {
  const app = await start();
  const child = app.electron.process();
  const ended = once(child, 'exit');
  await app.electron.evaluate(() => {
    // In a timer, so that the error is uncaught and not the result of this evaluate call.
    setTimeout(() => {
      throw new Error('out of the blue');
    }, 0);
  });
  expect((await ended)[0]).toBe(1);
  const log = fs.readFileSync(path.join(dataDir, 'gatehouse.log'), 'utf8');
  expect(log).toContain('quitting after an unexpected error: Error: out of the blue');
  expect(fs.existsSync(path.join(dataDir, 'gatehouse.json'))).toBe(false);
});

test('C13 one invalid setting is reported in the window; all others apply', async ({
  start,
  dataDir,
}) => {
  const text = '{ "theme": "purple", "protectedNames": ["secret.txt"], "limits": { "new": 1 } }';
  fs.writeFileSync(path.join(dataDir, 'settings.json'), text);
  const app = await start();
  const main = await app.openMainWindow();
  await expect(main.getByText('Some settings could not be used')).toBeVisible();
  await expect(main.getByText('"limits.new" is unknown and ignored')).toBeVisible();
  await main.getByRole('button', { name: 'Settings', exact: true }).click();
  await main.getByRole('heading', { name: 'Advanced' }).click();
  await expect(main.getByLabel('Extra protected names')).toHaveValue('secret.txt');
});

test('C13 unreadable settings stop the start, with the reason', async ({ dataDir, desktop }) => {
  const file = path.join(dataDir, 'settings.json');
  fs.writeFileSync(file, '{ "protectedNames": ["secret.txt"], ');
  const { code, said } = await startSecondApp(dataDir, desktop);
  expect(code).toBe(1);
  expect(said).toContain(`Gatehouse cannot start. ${file} cannot be read`);
  expect(fs.existsSync(file)).toBe(true);
});

test('without a keyring the key is in a private file, and Settings says so', async ({
  start,
  dataDir,
}) => {
  const app = await start();
  const main = await app.openMainWindow();
  await expect(main.getByText('No system keyring was found')).toHaveCount(0);
  await main
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('button', { name: /^Settings/ })
    .click();
  await expect(main.getByText('No system keyring was found')).toBeVisible();
  expect(fs.statSync(path.join(dataDir, 'install.key')).mode & 0o777).toBe(0o600);
});

test('the ask window appears without taking the keyboard focus', async ({ start }) => {
  const app = await start();
  const client = await app.connect('quiet');
  const asked = client.callTool({
    name: 'request_access',
    arguments: accessRequest(project().root),
  });
  await expect.poll(() => askIsVisible(app)).toBe(true);
  expect(await askWindow(app)).toEqual({ visible: true, focused: false });
  await (await app.askPage()).getByRole('button', { name: 'Deny' }).click();
  expect(await asked).toMatchObject({
    isError: true,
    structuredContent: { code: 'denied-by-person' },
  });
});

test('G9 a crash of the ask window denies its ask, and the next ask is shown', async ({
  start,
}) => {
  const app = await start();
  const client = await app.connect('unlucky');
  const asked = client.callTool({
    name: 'request_access',
    arguments: accessRequest(project().root),
  });
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await app.electron.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()
      .find((one) => one.webContents.getURL().endsWith('ask.html'))
      ?.webContents.forcefullyCrashRenderer();
  });
  expect(await asked).toMatchObject({
    isError: true,
    structuredContent: { code: 'ask-withdrawn' },
  });
  const again = client.callTool({
    name: 'request_access',
    arguments: accessRequest(project().root),
  });
  await expect.poll(() => askIsVisible(app)).toBe(true);
  const cancelled = expect(again).rejects.toThrow();
  await client.close();
  await cancelled;
});

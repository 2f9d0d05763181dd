/** A host that a sandboxed command wants to reach, in the real app: the card, the answer, and what is left after a crash. */
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { sandboxRuns } from '../support/sandbox-here.ts';
import { expect, test } from './support/app.ts';
import { askIsVisible, callTool, clickAllow, grantAll, readWholeAsk } from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';

const statusOf = (pid: string): string => {
  try {
    return fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
};

/** Whether the process or one above it is the app: other apps on this machine have holders too. */
function isBelow(pid: string, app: number | undefined): boolean {
  if (pid === String(app)) return true;
  const parent = /^PPid:\t(\d+)$/m.exec(statusOf(pid))?.[1] ?? '0';
  return parent !== '0' && isBelow(parent, app);
}

/** The processes of the app that hold a network namespace of a session. */
const holdersOf = (app: number | undefined): readonly string[] =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => /^Name:\tholder$/m.test(statusOf(pid)) && isBelow(pid, app));

test('the card of a host is answered in the window, and nothing outlives the app', async ({
  start,
}) => {
  test.skip(!sandboxRuns, 'bubblewrap cannot run here');
  const server = http.createServer((_request, response) => response.end('reached'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const app = await start();
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'network-')));
  const script = `curl -sS -m 60 --noproxy '' http://127.0.0.1:${port}/`;
  fs.writeFileSync(path.join(root, 'try.sh'), script);
  const client = await app.connect('opencode');
  const scopes = ['run:commands', 'read:files', 'write:files'];
  await grantAll(app, client, { scopes, roots: [root], reason: 'To try the network.' });
  const running = callTool(client, 'exec_command', { argv: ['sh', 'try.sh'] });
  const ask = await app.askPage();
  const allow = ask.getByRole('button', { name: 'Allow once' });
  await expect.poll(() => askIsVisible(app)).toBe(true);

  await expect(ask.getByRole('region', { name: 'Host' })).toContainText(`127.0.0.1:${port}`);
  await expect(ask.getByText('Can’t be remembered')).toBeVisible();
  await expect(ask.getByRole('button', { name: 'This session' })).toHaveCount(0);
  await takeScreenshots(app, ask, 'ask-network');
  await readWholeAsk(ask);
  await clickAllow(ask, allow);
  const { data } = await running;
  expect(data['stdout']).toBe('reached');

  const own = holdersOf(app.electron.process().pid);
  expect(own).toHaveLength(1);
  const [holder = ''] = own;
  app.electron.process().kill('SIGKILL');
  await expect.poll(() => fs.existsSync(`/proc/${holder}`), { timeout: 20_000 }).toBe(false);
  server.close();
});

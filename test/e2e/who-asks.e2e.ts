/** Caller identity in the real app: claimed names, other users and paused sessions. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, test, type RunningApp } from './support/app.ts';
import { askIsVisible, callTool, grantAll, project, accessRequest } from './support/asks.ts';
import { takeScreenshots } from './support/screenshots.ts';

const post = async (app: RunningApp, route: string, body: object): Promise<unknown> => {
  const token = fs.readFileSync(`${app.dataDir}/management.token`, 'utf8').trim();
  const answer = await fetch(new URL(route, app.discovery.mcpUrl), {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
};

test('G33 a name from the management API is shown as claimed, not verified', async ({ start }) => {
  const app = await start();
  const { root } = project();
  await post(app, '/mcp/request_access', { agent_id: 'claude', ...accessRequest(root) });
  const ask = await app.askPage();
  await expect.poll(() => askIsVisible(app)).toBe(true);
  await expect(ask.getByText('chose its own name')).toBeVisible();
  await expect(ask.getByText('Verified', { exact: true })).toHaveCount(0);
  await takeScreenshots(app, ask, 'ask-chosen-name');
});

test('G31 a process of another user is refused, and the ledger names the user', async ({
  start,
}) => {
  test.skip(process.getuid?.() !== 0, 'needs to become another user');
  const app = await start();
  const key = app.newKey('stolen');
  const script = `
    const answer = await fetch(${JSON.stringify(app.discovery.mcpUrl)}, { method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      headers: { Authorization: 'Bearer ${key}', 'Content-Type': 'application/json' } });
    console.log(await answer.text());`;
  const as = ['--reuid', '65534', '--regid', '65534', '--clear-groups'];
  const said = execFileSync(
    'setpriv',
    [...as, '/usr/bin/node', '--input-type=module', '-e', script],
    { cwd: '/', encoding: 'utf8' },
  );
  expect(said).toContain('other-user');
  const note = app.ledger().find((line) => line.action === 'caller.other-user');
  expect(note?.detail).toContain('65534');
});

test('G32 calls in a paused session are refused without asking', async ({ start }) => {
  const app = await start();
  const { root, file } = project();
  const client = await app.connect('opencode');
  await grantAll(app, client, accessRequest(root));
  const main = await app.openMainWindow();
  await main.getByRole('button', { name: /^Sessions/ }).click();
  await main.getByRole('button', { name: "Pause opencode's session" }).click();
  for (const [name, args] of [
    ['open_file', { path: file }],
    ['open_file', { path: '/tmp/elsewhere' }],
    ['request_access', { ...accessRequest(root), scopes: ['delete:files'] }],
  ] as const) {
    const answer = await callTool(client, name, args);
    expect(answer).toMatchObject({ isError: true, data: { code: 'session-paused' } });
  }
  expect(await askIsVisible(app)).toBe(false);
});

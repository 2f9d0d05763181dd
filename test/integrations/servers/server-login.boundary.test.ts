/** Logins at a server of our own on loopback. */
import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { allowAll, TestApp } from '../../fakes/test-app.ts';
import { OAuthMcpServer } from '../../fixtures/mcp-servers/oauth-server.ts';
import { acceptAll, serverName, viewOf } from './servers-fixture.ts';

const cloud = serverName('cloud');

async function open(): Promise<{ app: TestApp; server: OAuthMcpServer }> {
  const server = new OAuthMcpServer();
  await server.listen();
  onTestFinished(() => server.close());
  const app = await TestApp.open();
  const spec = { kind: 'http', url: server.url, headers: [] } as const;
  expect(await app.app.servers.add(cloud, spec, {})).toMatchObject({ kind: 'done' });
  await expect.poll(async () => (await viewOf(app, 'cloud')).state.kind).toBe('needs-login');
  return { app, server };
}

it('logs in only when the user says so, renews a token once for many calls, and asks for a login after a revocation', async () => {
  const { app, server } = await open();
  expect(server.logins).toBe(0);

  expect(await app.app.servers.login(cloud)).toMatchObject({ kind: 'done' });
  expect(server.logins).toBe(1);
  expect(await viewOf(app, 'cloud')).toMatchObject({ tools: 1, account: new URL(server.url).host });
  await acceptAll(app, 'cloud');

  const client = await app.connect('one');
  const call = () => client.callTool({ name: 'cloud__hello', arguments: {} });
  const first = call();
  await app.answerNext(allowAll);
  expect(JSON.stringify(await first)).toContain('hello from the cloud');

  server.expire();
  const many = await Promise.all([call(), call(), call(), call()]);
  for (const result of many) expect(JSON.stringify(result)).toContain('hello from the cloud');
  expect(server.refreshes).toBe(1);

  server.revoke();
  const refused = await call();
  expect(refused).toMatchObject({ isError: true });
  expect(JSON.stringify(refused)).toContain('needs the user to sign in');
  expect(await viewOf(app, 'cloud')).toMatchObject({ state: { kind: 'needs-login' } });
  expect(server.logins).toBe(1);
});

it('forgets the login', async () => {
  const { app } = await open();
  await app.app.servers.login(cloud);
  expect(await app.app.servers.logout(cloud)).toMatchObject({ kind: 'done' });
  expect(await viewOf(app, 'cloud')).toMatchObject({ account: null });
  const stored = fs.readFileSync(path.join(app.dataDir, 'server-secrets.json'), 'utf8');
  expect(stored).not.toContain('refresh-');
});

it('is not shown to another address', async () => {
  const { app, server } = await open();
  await app.app.servers.login(cloud);
  const elsewhere = new URL(server.url);
  elsewhere.hostname = 'localhost';
  const spec = { kind: 'http', url: elsewhere.href, headers: [] } as const;
  expect(await app.app.servers.edit(cloud, spec)).toMatchObject({ kind: 'done' });
  expect(await viewOf(app, 'cloud')).toMatchObject({ account: null });
});

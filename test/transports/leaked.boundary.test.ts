/** A4: a credential that was shown where it may have been written down. */
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Credential } from '../../src/main/transports/http/credentials.ts';
import { Authenticator } from '../../src/main/transports/http/authenticator.ts';
import { ClientKeys } from '../../src/main/platform/keys/client-keys.ts';
import { BrowserKeys } from '../../src/main/platform/keys/browser-keys.ts';
import { PluginKeys } from '../../src/main/platform/keys/plugin-keys.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { agent, coreWith, granted, ledgerLines } from '../core/core-fixture.ts';
import { eventually, managementToken, TestApp } from '../fakes/test-app.ts';
import { scratch } from '../fakes/scratch.ts';
import { errorOf, openTestApp, send, tokens } from './test-app.ts';
import { isError } from '../../src/shared/actions/outcomes.ts';

describe('A4 a valid credential in the wrong place', () => {
  const { management, cursor } = tokens;
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' };

  test.each([
    ['the query', { path: `/status?token=${management}` }],
    ['the query, escaped', { path: `/status?a=1&t=Bearer%20${management}` }],
    ['the path', { path: `/status/${management}/x` }],
    ['a cookie', { path: '/status', headers: { Cookie: `a=b; token=${management}` } }],
    [
      'a subprotocol',
      { path: '/status', headers: { 'Sec-WebSocket-Protocol': `a, ${management}` } },
    ],
    ['the query of a route that is not there', { path: `/nothing?x=${management}` }],
    ['a form', { method: 'POST', path: '/keys', headers: form, body: `a=b&t=${management}` }],
    [
      'parts',
      { method: 'POST', path: '/keys', headers: multipart, body: `--x\r\n\r\n${management}` },
    ],
  ])('%s: refused like none at all, and revoked', async (_what, sent) => {
    const { port, revoked } = await openTestApp();
    const reply = await send(port, sent);
    expect([reply.status, errorOf(reply)]).toEqual([401, 'unauthorized']);
    expect(revoked).toEqual([{ audience: 'management' }]);
  });

  test('beside a valid header it is refused and revoked as well', async () => {
    const { port, revoked } = await openTestApp();
    const reply = await send(port, { path: `/status?k=${cursor}`, token: management });
    expect(reply.status).toBe(401);
    expect(revoked).toEqual([{ audience: 'client', clientId: 'cursor' }]);
    const body = `key=${cursor}`;
    const sent = { method: 'POST', path: '/keys', token: management, headers: form, body };
    expect((await send(port, sent)).status).toBe(401);
    expect(revoked).toHaveLength(2);
  });

  test('also when the request is turned away for another reason', async () => {
    const { port, revoked } = await openTestApp();
    const headers = { Origin: 'https://evil.example' };
    expect((await send(port, { path: `/mcp?key=${cursor}`, headers })).status).toBe(403);
    expect(revoked).toHaveLength(1);
  });

  test('a file that only looks like one does no harm', async () => {
    const { port, revoked } = await openTestApp();
    await send(port, { path: '/status?token=not-a-token-at-all', token: management });
    await send(port, { path: '/%', token: management });
    expect(revoked).toEqual([]);
    expect((await send(port, { path: '/status', token: management })).status).toBe(200);
  });
});

async function authenticatorWithAll() {
  const app = await coreWith();
  const { core, clock } = app;
  const folder = scratch();
  const clientKeys = new ClientKeys(folder, clock.now);
  const pluginKeys = new PluginKeys(folder, clock.now);
  const browserKeys = new BrowserKeys(folder, clock.now);
  const added = await clientKeys.add('cursor' as ClientId);
  if (isError(added)) throw new Error(added.message);
  const sessionId = await granted(core, clock, { who: agent });
  const credentials = {
    client: added.key,
    plugin: await pluginKeys.add('vscode', 'VS Code'),
    browser: (await browserKeys.add({ name: 'Chromium', origin: 'chrome-extension://a' })).key,
    session: core.sessions.claimToken(sessionId) ?? '',
    management: 'the-management-token',
  };
  const onError = (): void => undefined;
  const authenticator = new Authenticator({
    ...{ core, clientKeys, pluginKeys, browserKeys, onError },
    managementToken: credentials.management,
  });
  const newTokens: string[] = [];
  const disconnected: string[] = [];
  authenticator.listen({
    onManagementToken: async (token) => void newTokens.push(token),
    disconnectPlugin: (pluginId) => void disconnected.push(pluginId),
    disconnectBrowser: (browserId) => void disconnected.push(browserId),
  });
  return { ...app, authenticator, credentials, clientKeys, newTokens, disconnected };
}

describe('A4 revoked means at once', () => {
  test.each(['client', 'plugin', 'browser', 'session', 'management'] as const)(
    'a %s',
    async (kind) => {
      const { authenticator, credentials, core, ledgerStore, newTokens, disconnected } =
        await authenticatorWithAll();
      const credential = authenticator.authenticate(credentials[kind]) as Credential;
      expect(credential.audience).toBe(kind);
      authenticator.revoke(credential);
      expect(authenticator.authenticate(credentials[kind])).toBeNull();
      await eventually(() => ledgerLines(ledgerStore).includes('note credential.leaked'));
      expect(authenticator.authenticate(credentials[kind])).toBeNull();
      expect(core.state.snapshot().notices.map(({ id }) => id)).toEqual([
        expect.stringMatching(/^leaked-/),
      ]);
      const ended = core.sessions.list().map(({ state, ended: end }) => [state, end?.by]);
      const over = kind === 'client' || kind === 'session';
      expect(ended).toEqual([over ? ['REVOKED', 'leaked'] : ['DEGRADED', undefined]]);
      const cut = { plugin: ['vscode'], browser: [expect.stringMatching(/^browser-/)] };
      expect(disconnected).toEqual(kind === 'plugin' || kind === 'browser' ? cut[kind] : []);
      const others = Object.entries(credentials).filter(([other]) => other !== kind);
      const shut = others
        .filter(([, token]) => !authenticator.authenticate(token))
        .map(([other]) => other);
      // The session was the client's.
      expect(shut).toEqual(kind === 'client' ? ['session'] : []);
      const [fresh] = newTokens;
      if (kind === 'management')
        expect(authenticator.authenticate(fresh ?? '')?.audience).toBe('management');
      else expect(newTokens).toEqual([]);
    },
  );

  test('with the key of a plugin goes the client key that it got', async () => {
    const { authenticator, credentials, clientKeys } = await authenticatorWithAll();
    const made = await clientKeys.addForEditor('vscode');
    const key = 'key' in made ? made.key : '';
    expect(authenticator.authenticate(key)).toMatchObject({ clientId: 'editor-vscode' });
    authenticator.revoke(authenticator.authenticate(credentials.plugin) as Credential);
    await eventually(() => authenticator.authenticate(key) === null);
    expect(authenticator.authenticate(credentials.client)).not.toBeNull();
  });

  test('and one of the editor’s name from before keys said whose they are', async () => {
    const { authenticator, credentials, clientKeys } = await authenticatorWithAll();
    const made = await clientKeys.add('editor-vscode' as ClientId);
    const key = 'key' in made ? made.key : '';
    authenticator.revoke(authenticator.authenticate(credentials.plugin) as Credential);
    await eventually(() => authenticator.authenticate(key) === null);
    expect(authenticator.authenticate(credentials.client)).not.toBeNull();
  });

  test('in the whole app the token file has the new management token', async () => {
    const app = await TestApp.open();
    const status = (token: string): Promise<Response> =>
      fetch(`${app.url}/status`, { headers: { Authorization: `Bearer ${token}` } });
    expect((await status(managementToken)).status).toBe(200);
    expect((await fetch(`${app.url}/status?token=${managementToken}`)).status).toBe(401);
    expect((await status(managementToken)).status).toBe(401);
    const fs = await import('node:fs');
    const file = `${app.dataDir}/management.token`;
    const fresh = await eventually(() => {
      const token = fs.readFileSync(file, 'utf8');
      return token !== managementToken && token;
    });
    expect((await status(fresh)).status).toBe(200);
  });
});

describe('A4 whoever came in with a management token before it leaked', () => {
  const socketAt = (app: TestApp, path: string): WebSocket => {
    const headers = { Authorization: `Bearer ${managementToken}` };
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}${path}`, { headers });
    onTestFinished(() => socket.terminate());
    return socket;
  };

  test.each(['/mcp/events/ws', '/hub'])('receives nothing more at %s', async (path) => {
    const app = await TestApp.open();
    const socket = socketAt(app, path);
    await once(socket, 'open');
    const closed = once(socket, 'close');
    await fetch(`${app.url}/status?token=${managementToken}`);
    expect((await closed)[0]).toBe(4401);
  });

  test('receives nothing more on the stream of events', async () => {
    const app = await TestApp.open();
    const headers = { Authorization: managementToken };
    const stream = await fetch(`${app.url}/mcp/events`, { headers });
    expect(stream.status).toBe(200);
    await fetch(`${app.url}/status?token=${managementToken}`);
    expect(await stream.text()).toBe('retry: 2000\n\n');
  });
});

describe('A4 but for a key whose owner let it stand in the address', () => {
  test('/mcp/k/<key> is accepted by the MCP endpoint only', async () => {
    const app = await TestApp.open();
    const post = (path: string, body: unknown, headers = {}): Promise<Response> =>
      fetch(`${app.url}${path}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify(body),
      });
    const asOwner = { Authorization: managementToken };
    const made = await post('/keys', { name: 'void', in_path: true }, asOwner);
    const { key } = (await made.json()) as { key: string };
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'Void', version: '1' },
    };
    const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
    const opened = await post(`/mcp/k/${key}`, initialize);
    expect(opened.status).toBe(200);
    expect(await opened.text()).toContain('serverInfo');
    const evil = await post(`/mcp/k/${key}`, initialize, { Origin: 'https://evil.example' });
    expect(evil.status).toBe(403);

    expect((await fetch(`${app.url}/status?key=${key}`)).status).toBe(401);
    expect((await post(`/mcp/k/${key}`, initialize)).status).toBe(401);
  });

  test('any other key there is a leak', async () => {
    const app = await TestApp.open();
    const key = await app.newKey('cursor');
    expect((await fetch(`${app.url}/mcp/k/${key}`, { method: 'POST' })).status).toBe(401);
    const headers = { Authorization: `Bearer ${key}` };
    expect((await fetch(`${app.url}/mcp`, { method: 'POST', headers })).status).toBe(401);
  });
});

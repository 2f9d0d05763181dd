/** The second listener of the whole app: management off, strong tokens, its key file, its certificate, and who calls from where. */
import fs from 'node:fs';
import https from 'node:https';
import path from 'node:path';
import type { IncomingHttpHeaders } from 'node:http';
import tls from 'node:tls';
import { describe, expect, it } from 'vitest';
import { whyWeakToken } from '../../src/main/platform/keys/token-strength.ts';
import { certificate, freePort } from '../fakes/certificate.ts';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';
import { scratch } from '../fakes/scratch.ts';
import { projectWith } from './tool-call.ts';

const strong = '7f0c1d52b9e84a63c5d8f1027ab94e36d1c05b7f28e94a6c';

interface Options {
  readonly management?: boolean;
  readonly token?: string;
  readonly files?: { readonly certFile: string; readonly keyFile: string };
}

async function openWith({ management, token = strong, files = certificate() }: Options = {}) {
  const dataDir = scratch();
  const listen = { host: '127.0.0.2', port: await freePort(), ...files };
  const more = management === undefined ? {} : { management };
  const settings = { listen: { ...listen, ...more } };
  fs.writeFileSync(path.join(dataDir, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  const app = await TestApp.open(dataDir, { managementToken: token });
  const url = `https://127.0.0.2:${listen.port}`;
  return {
    app,
    url,
    files,
    listen,
    token,
    notices: () => app.app.core.state.snapshot().notices,
  };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

function call(url: string, token: string, body?: unknown): Promise<Answer> {
  const type = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  };
  const headers = { Authorization: `Bearer ${token}`, ...(body === undefined ? {} : type) };
  const method = body === undefined ? 'GET' : 'POST';
  return new Promise((resolve, reject) => {
    const request = https.request(url, {
      method,
      headers,
      agent: false,
      rejectUnauthorized: false,
    });
    request.once('error', reject).once('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const shownAt = ({ host, port }: { host: string; port: number }): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = tls.connect({ host, port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.once('error', reject);
  });

describe('N1 the management API at the second listener', () => {
  it('is off unless the user turned it on; clients are served there', async () => {
    const { app, url, token } = await openWith();
    for (const [route, body] of [
      ['/status', undefined],
      ['/keys', { name: 'thief' }],
      ['/mcp/request_access', { agent_id: 'a' }],
      ['/revoke-all', {}],
      ['/metrics', undefined],
    ] as const) {
      const answer = await call(`${url}${route}`, token, body);
      expect([route, answer.status, answer.body]).toEqual([
        route,
        403,
        expect.stringContaining('management-not-here'),
      ]);
    }
    expect((await fetch(`${app.url}/status`, { headers: { Authorization: token } })).status).toBe(
      200,
    );
    const key = await app.newKey('cursor', token);
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    expect((await call(`${url}/mcp`, key, ping)).status).not.toBe(403);
  });

  it('is there once it is turned on', async () => {
    const { url, token } = await openWith({ management: true });
    expect((await call(`${url}/status`, token)).status).toBe(200);
  });

  it.for([
    'short',
    'a'.repeat(64),
    'abcd'.repeat(16),
    '0123456789'.repeat(4),
    'correct horse battery',
  ])('stays off with the token %j, and the user is told', async (token) => {
    const { app, url, notices } = await openWith({ management: true, token });
    expect((await call(`${url}/status`, token)).status).toBe(403);
    expect(notices().map(({ id }) => id)).toContain('weak-management-token');
    expect(JSON.stringify(notices())).not.toContain(token);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await fetch(`${app.url}/status`, { headers })).status).toBe(200);
  });

  it('takes tokens as openssl and we make them', () => {
    for (const token of [
      strong,
      '3fa9c1e07b5d28461f0e9d8c7b6a5948',
      'gh_m_Zk3v9QxT7uB1nLwP5sYdR8aC',
    ])
      expect([token, whyWeakToken(token)]).toEqual([
        token,
        token.length < 32 ? expect.any(String) : null,
      ]);
  });
});

describe('N2 the key file of the second listener', () => {
  it('has to be readable only by the user; once it is, the listener opens without a restart', async () => {
    const files = certificate();
    fs.chmodSync(files.keyFile, 0o644);
    const { app, url, token, notices } = await openWith({ files, management: true });
    await expect(call(`${url}/status`, token)).rejects.toThrow('ECONNREFUSED');
    expect(notices().find(({ id }) => id === 'tls-trouble')?.text).toContain(
      `chmod 600 '${files.keyFile}'`,
    );
    fs.chmodSync(files.keyFile, 0o600);
    await app.clock.advance(5_000);
    await eventually(() => !notices().some(({ id }) => id === 'tls-trouble'));
    expect((await call(`${url}/status`, token)).status).toBe(200);
  });

  it.runIf(process.getuid?.() === 0)("has to be the user's own", async () => {
    const files = certificate();
    fs.chownSync(files.keyFile, 12_345, 12_345);
    const { notices } = await openWith({ files });
    expect(notices().find(({ id }) => id === 'tls-trouble')?.text).toContain('sudo chown');
  });
});

describe('N3 the certificate of the second listener', () => {
  it('is loaded again when its files are renewed; what does not fit leaves the old one', async () => {
    const { app, listen, files, notices } = await openWith();
    const before = await shownAt(listen);
    const renewed = certificate({ days: '3650' });
    fs.copyFileSync(renewed.certFile, files.certFile);
    await app.clock.advance(5_000);
    await eventually(() => notices().some(({ id }) => id === 'tls-not-renewed'));
    expect(await shownAt(listen)).toBe(before);
    fs.copyFileSync(renewed.keyFile, files.keyFile);
    fs.chmodSync(files.keyFile, 0o600);
    await app.clock.advance(5_000);
    await eventually(() => !notices().some(({ id }) => id === 'tls-not-renewed'));
    expect(await shownAt(listen)).not.toBe(before);
    await eventually(() => !notices().some(({ id }) => id === 'tls-expiry'));
    expect((await app.ledger()).some(({ action }) => action === 'listen.renewed')).toBe(true);
  });

  it('is warned about before it expires, and once it has', async () => {
    // The clock of the test stands in 2030.
    const start = Date.UTC(2030, 0, 1, 12);
    const days = String(Math.ceil((start - Date.now()) / 86_400_000) + 5);
    const { app, notices } = await openWith({ files: certificate({ days }) });
    const about = (): string | undefined => notices().find(({ id }) => id === 'tls-expiry')?.title;
    expect(about()).toContain('expires on 2030-01-0');
    app.clock.jumpWallClock(10 * 86_400_000);
    await app.clock.advance(5_000);
    await eventually(() => about()?.startsWith('Clients reject'));
  });
});

describe('N4 who calls from another machine', () => {
  it('is shown with its address in the ask, the session, the ledger and the management views', async () => {
    const { app, url, token } = await openWith();
    const key = await app.newKey('cursor', token);
    const { root } = projectWith('a.txt', 'hello');
    const args = { scopes: ['read:files'], roots: [root], reason: 'to look' };
    const asked = callFrom(url, key, 'request_access', args);
    const ask = await app.nextAsk();
    expect(ask.agent.remote).toBe('127.0.0.9');
    const pending = await fetch(`${app.url}/pending`, { headers: { Authorization: token } });
    expect(await pending.json()).toMatchObject({ asks: [{ remote_address: '127.0.0.9' }] });
    app.app.core.asks.answer(ask.askId, allowAll(ask));
    await asked;
    const sessions = await fetch(`${app.url}/sessions`, { headers: { Authorization: token } });
    expect(await sessions.json()).toMatchObject({
      sessions: [{ requester: { remote_address: '127.0.0.9' } }],
    });
    await callFrom(url, key, 'open_file', { path: path.join(root, 'a.txt') });
    const intents = (await app.ledger()).filter(({ phase }) => phase === 'intent');
    expect(intents.map(({ action, remote }) => [action, remote])).toEqual([
      ['request_access', '127.0.0.9'],
      ['open_file', '127.0.0.9'],
    ]);
  });
});

/** The SDK's client, over TLS and from that address. */
async function callFrom(
  url: string,
  key: string,
  name: string,
  args: Record<string, unknown>,
): Promise<void> {
  const opened = await call(`${url}/mcp`, key, {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'far', version: '1' },
    },
  });
  const session = String(opened.headers['mcp-session-id']);
  await callWith(url, key, session, {
    ...{ jsonrpc: '2.0', id: 2, method: 'tools/call' },
    params: { name, arguments: args },
  });
}

function callWith(url: string, key: string, session: string, body: unknown): Promise<void> {
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'Mcp-Session-Id': session,
  };
  return new Promise((resolve, reject) => {
    const localAddress = '127.0.0.9';
    const how = { agent: false, rejectUnauthorized: false, localAddress } as const;
    const options = { method: 'POST', headers, ...how };
    const request = https.request(`${url}/mcp`, options);
    request.once('error', reject).once('response', (response) => {
      response.resume();
      response.once('end', () => resolve());
    });
    request.end(JSON.stringify(body));
  });
}

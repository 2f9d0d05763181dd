/** What every request meets before a door reads anything: target, Host, Origin, credential. */
import { describe, expect, test } from 'vitest';
import { errorOf, openTestApp, send, sendRaw, statusLine, tokens, type Reply } from './test-app.ts';

const routes = ['/', '/health', '/mcp', '/status', '/keys', '/keys/revoke', '/plugin/workbench'];
const oddRoutes = ['/nothing', '/mcp?token=x', '/../../etc/passwd', '/%2e%2e', '//', '/STATUS'];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

/** All but the moment it was sent at. */
const shapeOf = ({ status, headers, text }: Reply): unknown => ({
  status,
  text,
  headers: { ...headers, date: '' },
});

describe('A1 without a credential', () => {
  test('every route and method gets the same answer, and it tells nothing', async () => {
    const { port } = await openTestApp();
    const asked = [...routes, ...oddRoutes].flatMap((path) =>
      methods.map((method) => ({ method, path })),
    );
    const replies = await Promise.all(asked.map((item) => send(port, item)));
    const [first, ...rest] = replies.map(shapeOf);
    for (const [index, reply] of rest.entries())
      expect(reply, `to ${JSON.stringify(asked[index + 1])}`).toEqual(first);
    expect(first).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer', connection: 'close', 'cache-control': 'no-store' },
    });
    expect(replies[0]?.text).not.toMatch(/1\.2\.3|mcp|plugin|keys|\d{4,}/i);
  });

  test('HEAD gets the same status and no body', async () => {
    const { port } = await openTestApp();
    for (const path of routes)
      expect(await send(port, { method: 'HEAD', path })).toMatchObject({ status: 401, text: '' });
  });

  test.each([
    ['an unknown one', 'Bearer nobody'],
    ['A2 a truncated one', `Bearer ${tokens.cursor.slice(0, -1)}`],
    ['A2 a doubled one', `Bearer ${tokens.cursor}${tokens.cursor}`],
    ['A2 a scheme in the wrong case', `bearer ${tokens.cursor}`],
    ['A2 two spaces', `Bearer  ${tokens.cursor}`],
    ['A2 a very long one', `Bearer ${tokens.cursor}${'a'.repeat(10_000)}`],
    ['another scheme', `Basic ${Buffer.from(`x:${tokens.cursor}`).toString('base64')}`],
    ['a client key without a scheme', tokens.cursor],
    ['nothing', ''],
  ])('%s is as good as none', async (_what, authorization) => {
    const { port } = await openTestApp();
    const none = await send(port, { path: '/status' });
    const reply = await send(port, { path: '/status', headers: { authorization } });
    expect(shapeOf(reply)).toEqual(shapeOf(none));
  });
});

describe('A3 a credential opens its own route and no other', () => {
  test.each([
    ['a client key', tokens.cursor, 'GET', '/status'],
    ['a client key', tokens.cursor, 'POST', '/keys'],
    ['the management token', tokens.management, 'POST', '/mcp'],
    ['the management token', tokens.management, 'GET', '/mcp'],
    ['a plugin key', tokens.plugin, 'POST', '/mcp'],
    ['a plugin key', tokens.plugin, 'GET', '/keys'],
  ])('%s (%s) on %s %s', async (_what, token, method, path) => {
    const { port } = await openTestApp();
    const reply = await send(port, { method, path, token });
    expect(reply.status).toBe(403);
    expect(errorOf(reply)).toBe('wrong-audience');
  });

  test('an authenticated caller learns that a route does not exist', async () => {
    const { port } = await openTestApp();
    const reply = await send(port, { path: '/nothing', token: tokens.management });
    expect([reply.status, errorOf(reply)]).toEqual([404, 'unknown-route']);
  });

  test('the management token may stand alone, as older panels send it', async () => {
    const { port } = await openTestApp();
    const headers = { Authorization: tokens.management };
    expect(await send(port, { path: '/status', headers })).toMatchObject({ status: 200 });
  });
});

describe('A6 web pages are not let in', () => {
  const origins = (port: number): readonly string[] => [
    'http://localhost:3000',
    `http://127.0.0.1:${port + 1}`,
    `http://127.0.0.1:${port}`,
    'https://evil.example',
    'null',
    'file://',
    'chrome-extension://abcdefghijklmnop',
    '',
  ];

  test('whatever they call themselves, with or without a valid key', async () => {
    const { port } = await openTestApp();
    for (const Origin of origins(port)) {
      const headers = { Origin, 'Content-Type': 'application/json' };
      for (const sent of [{ token: tokens.cursor }, {}]) {
        const reply = await send(port, { method: 'POST', path: '/mcp', headers, ...sent });
        expect([reply.status, errorOf(reply)], `from ${Origin}`).toEqual([403, 'wrong-origin']);
        const allowing = Object.keys(reply.headers).filter((name) => /access-control/i.test(name));
        expect(allowing).toEqual([]);
      }
    }
  });

  test('B2 no browser extension is let in by any id and any key, on requests and on sockets', async () => {
    const { port } = await openTestApp();
    const keys = [tokens.plugin, tokens.management, tokens.cursor];
    for (const origin of ['chrome-extension://abcdefghijklmnop', 'moz-extension://0-1-2', 'null']) {
      for (const [n, path] of ['/plugin/workbench', '/mcp/events/ws', '/mcp'].entries()) {
        const upgrade = [
          `GET ${path} HTTP/1.1`,
          `Host: 127.0.0.1:${port}`,
          `Origin: ${origin}`,
          `Authorization: Bearer ${keys[n]}`,
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        ];
        const answer = await sendRaw(port, `${upgrade.join('\r\n')}\r\n\r\n`);
        expect(statusLine(answer), `${origin} at ${path}`).toBe('HTTP/1.1 403 Forbidden');
      }
    }
  });

  test('they are turned away before their body is read', async () => {
    const { port } = await openTestApp();
    const answer = await sendRaw(
      port,
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: https://evil.example\r\n` +
        `Authorization: Bearer ${tokens.cursor}\r\nContent-Type: application/json\r\n` +
        'Content-Length: 100000\r\n\r\n{"half',
    );
    expect(statusLine(answer)).toBe('HTTP/1.1 403 Forbidden');
  });

  test('nor is a preflight answered with permission', async () => {
    const { port } = await openTestApp();
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
    const reply = await send(port, { method: 'OPTIONS', path: '/mcp', headers });
    expect(reply.status).toBe(403);
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('A7 only JSON is read', () => {
  test.each([
    ['text/plain', {}],
    ['application/x-www-form-urlencoded', {}],
    ['multipart/form-data; boundary=x', {}],
    ['application/jsonx', {}],
    ['text/plain; application/json', {}],
    ['application/json', { 'Content-Encoding': 'gzip' }],
  ])('%s %j is refused and does nothing', async (type, more) => {
    const { port, clientKeys } = await openTestApp();
    const headers = { 'Content-Type': type, ...more };
    const body = '{"name":"evil"}';
    const sent = { method: 'POST', path: '/keys', token: tokens.management, headers, body };
    expect(await send(port, sent)).toMatchObject({ status: 415 });
    expect(clientKeys.list()).toEqual([]);
  });

  test('no content type at all is refused; a charset is no harm', async () => {
    const { port } = await openTestApp();
    const sent = { method: 'POST', path: '/keys', token: tokens.management, body: '{"name":"a"}' };
    expect(await send(port, sent)).toMatchObject({ status: 415 });
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' };
    expect(await send(port, { ...sent, headers })).toMatchObject({ status: 200 });
  });

  test.each(['', '{', '{"name":"a"} {"name":"b"}', 'undefined', "{'name':'a'}"])(
    '%j is no JSON',
    async (body) => {
      const { port } = await openTestApp();
      const headers = { 'Content-Type': 'application/json' };
      const sent = { method: 'POST', path: '/keys', token: tokens.management, headers, body };
      const reply = await send(port, sent);
      expect([reply.status, errorOf(reply)]).toEqual([400, 'bad-json']);
    },
  );
});

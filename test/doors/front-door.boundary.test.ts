/** What every request meets before a door reads anything: target, Host, Origin, credential. */
import net from 'node:net';
import os from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LoopbackServer, type Door } from '../../src/main/doors/wire/loopback-server.ts';
import { maxBodyBytes } from '../../src/main/doors/wire/replies.ts';
import {
  errorOf,
  openHouse,
  send,
  sendJson,
  sendRaw,
  statusLine,
  tokens,
  type Reply,
} from './house.ts';

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
    const { port } = await openHouse();
    const asked = [...routes, ...oddRoutes].flatMap((path) =>
      methods.map((method) => ({ method, path })),
    );
    const replies = await Promise.all(asked.map((one) => send(port, one)));
    const [first, ...rest] = replies.map(shapeOf);
    for (const [index, reply] of rest.entries())
      expect(reply, JSON.stringify(asked[index + 1])).toEqual(first);
    expect(first).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer', connection: 'close', 'cache-control': 'no-store' },
    });
    expect(replies[0]?.text).not.toMatch(/1\.2\.3|mcp|plugin|keys|\d{4,}/i);
  });

  test('HEAD gets the same status and no body', async () => {
    const { port } = await openHouse();
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
    const { port } = await openHouse();
    const none = await send(port, { path: '/status' });
    const reply = await send(port, { path: '/status', headers: { authorization } });
    expect(shapeOf(reply)).toEqual(shapeOf(none));
  });

  test('A4 a valid one in the wrong place is as good as none', async () => {
    const { port } = await openHouse();
    const { management } = tokens;
    for (const sent of [
      { path: `/status?token=${management}&access_token=${management}` },
      { path: `/status/${management}` },
      { path: '/status', headers: { Cookie: `token=${management}` } },
      { path: '/status', headers: { 'Sec-WebSocket-Protocol': management } },
      { path: '/status', headers: { 'X-Api-Key': management } },
    ])
      expect(await send(port, sent)).toMatchObject({ status: 401 });
  });
});

describe('A3 a credential opens its own door and no other', () => {
  test.each([
    ['a client key', tokens.cursor, 'GET', '/status'],
    ['a client key', tokens.cursor, 'POST', '/keys'],
    ['the management token', tokens.management, 'POST', '/mcp'],
    ['the management token', tokens.management, 'GET', '/mcp'],
    ['a plugin key', tokens.plugin, 'POST', '/mcp'],
    ['a plugin key', tokens.plugin, 'GET', '/keys'],
  ])('%s (%s) on %s %s', async (_what, token, method, path) => {
    const { port } = await openHouse();
    const reply = await send(port, { method, path, token });
    expect(reply.status).toBe(403);
    expect(errorOf(reply)).toBe('wrong-audience');
  });

  test('whoever is let in learns that a route is not there', async () => {
    const { port } = await openHouse();
    const reply = await send(port, { path: '/nothing', token: tokens.management });
    expect([reply.status, errorOf(reply)]).toEqual([404, 'unknown-route']);
  });

  test('the management token may stand alone, as older panels send it', async () => {
    const { port } = await openHouse();
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
    const { port } = await openHouse();
    for (const Origin of origins(port)) {
      const headers = { Origin, 'Content-Type': 'application/json' };
      for (const sent of [{ token: tokens.cursor }, {}]) {
        const reply = await send(port, { method: 'POST', path: '/mcp', headers, ...sent });
        expect([reply.status, errorOf(reply)], Origin).toEqual([403, 'wrong-origin']);
        const allowing = Object.keys(reply.headers).filter((name) => /access-control/i.test(name));
        expect(allowing).toEqual([]);
      }
    }
  });

  test('they are turned away before their body is read', async () => {
    const { port } = await openHouse();
    const answer = await sendRaw(
      port,
      `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: https://evil.example\r\n` +
        `Authorization: Bearer ${tokens.cursor}\r\nContent-Type: application/json\r\n` +
        'Content-Length: 100000\r\n\r\n{"half',
    );
    expect(statusLine(answer)).toBe('HTTP/1.1 403 Forbidden');
  });

  test('nor is a preflight answered with permission', async () => {
    const { port } = await openHouse();
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
    const { port, clientKeys } = await openHouse();
    const headers = { 'Content-Type': type, ...more };
    const body = '{"name":"evil"}';
    const sent = { method: 'POST', path: '/keys', token: tokens.management, headers, body };
    expect(await send(port, sent)).toMatchObject({ status: 415 });
    expect(clientKeys.list()).toEqual([]);
  });

  test('no content type at all is refused; a charset is no harm', async () => {
    const { port } = await openHouse();
    const sent = { method: 'POST', path: '/keys', token: tokens.management, body: '{"name":"a"}' };
    expect(await send(port, sent)).toMatchObject({ status: 415 });
    const headers = { 'Content-Type': 'Application/JSON; charset=utf-8' };
    expect(await send(port, { ...sent, headers })).toMatchObject({ status: 200 });
  });

  test.each(['', '{', '{"name":"a"} {"name":"b"}', 'undefined', "{'name':'a'}"])(
    '%j is no JSON',
    async (body) => {
      const { port } = await openHouse();
      const headers = { 'Content-Type': 'application/json' };
      const sent = { method: 'POST', path: '/keys', token: tokens.management, headers, body };
      const reply = await send(port, sent);
      expect([reply.status, errorOf(reply)]).toEqual([400, 'bad-json']);
    },
  );
});

describe('A8 A9 the Host must be ours, to the letter', () => {
  const request = (lines: readonly string[], token: string = tokens.management): string =>
    [
      'GET /status HTTP/1.1',
      ...lines,
      `Authorization: Bearer ${token}`,
      'Connection: close',
      '',
      '',
    ].join('\r\n');

  test('both of our names are taken', async () => {
    const { port } = await openHouse();
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const answer = await sendRaw(port, request([`Host: ${host}`]));
      expect(statusLine(answer)).toBe('HTTP/1.1 200 OK');
    }
  });

  test('no other is, on any way in', async () => {
    const { port } = await openHouse();
    for (const host of [
      `evil.example:${port}`,
      `0.0.0.0:${port}`,
      `127.1:${port}`,
      `2130706433:${port}`,
      `localhost.:${port}`,
      `LOCALHOST:${port}`,
      `localhost6:${port}`,
      `[::1]:${port}`,
      `127.0.0.1:${port + 1}`,
      '127.0.0.1',
      'localhost',
      `127.0.0.1:${port}.evil.example`,
      `user@127.0.0.1:${port}`,
      '',
    ]) {
      for (const token of [tokens.management, 'nobody']) {
        const answer = await sendRaw(port, request([`Host: ${host}`], token));
        expect(statusLine(answer), host).toBe('HTTP/1.1 403 Forbidden');
        expect(answer).not.toContain('1.2.3');
      }
      const upgrade = request([`Host: ${host}`, 'Upgrade: websocket']).replace(
        'Connection: close',
        'Connection: Upgrade',
      );
      expect(statusLine(await sendRaw(port, upgrade)), host).toBe('HTTP/1.1 403 Forbidden');
    }
  });

  test('two Hosts are one too many, also the right one twice', async () => {
    const { port } = await openHouse();
    for (const second of [`evil.example:${port}`, `127.0.0.1:${port}`]) {
      const answer = await sendRaw(port, request([`Host: 127.0.0.1:${port}`, `Host: ${second}`]));
      expect(statusLine(answer)).toMatch(/^HTTP\/1\.1 40[03] /);
    }
  });

  test('none is refused, also by the older protocol', async () => {
    const { port } = await openHouse();
    expect(statusLine(await sendRaw(port, request([])))).toMatch(/^HTTP\/1\.1 40[03] /);
    const old = request([]).replace('HTTP/1.1', 'HTTP/1.0');
    expect(statusLine(await sendRaw(port, old))).toBe('HTTP/1.1 403 Forbidden');
  });

  test('A11 a target with an authority of its own is refused', async () => {
    const { port } = await openHouse();
    for (const authority of [`evil.example:${port}`, `127.0.0.1:${port}`]) {
      const absolute = request([`Host: 127.0.0.1:${port}`]).replace(
        '/status',
        `http://${authority}/status`,
      );
      expect(statusLine(await sendRaw(port, absolute))).toBe('HTTP/1.1 403 Forbidden');
    }
  });

  test('nobody is connected through to elsewhere', async () => {
    const { port } = await openHouse();
    const connect = request([`Host: 127.0.0.1:${port}`]).replace('GET /status', 'CONNECT a.b:80');
    expect(await sendRaw(port, connect)).not.toContain(' 200 ');
  });
});

describe('A12 a request that can be read in two ways', () => {
  const body = '{"name":"evil"}';
  test.each([
    ['two lengths', ['Content-Length: 15', 'Content-Length: 3']],
    ['a length and chunks', ['Content-Length: 15', 'Transfer-Encoding: chunked']],
    ['an unknown encoding', ['Transfer-Encoding: chunked, identity']],
    ['a folded line', ['X-A: b\r\n c', 'Content-Length: 15']],
    ['a huge header', [`X-A: ${'a'.repeat(17_000)}`, 'Content-Length: 15']],
  ])('%s: refused, closed, and nothing behind it is seen', async (_what, headers) => {
    const { port, clientKeys } = await openHouse();
    const start = [
      'POST /keys HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${tokens.management}`,
      'Content-Type: application/json',
    ];
    const smuggled = [...start, 'Content-Length: 15', '', body].join('\r\n');
    const answer = await sendRaw(port, [...start, ...headers, '', body].join('\r\n') + smuggled);
    expect(statusLine(answer)).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(clientKeys.list()).toEqual([]);
  });
});

describe('too much', () => {
  test('J3 a body over the limit is refused in words', async () => {
    const { port, clientKeys } = await openHouse();
    const json = { name: 'a'.repeat(maxBodyBytes * 16) };
    const reply = await sendJson(port, { path: '/keys', token: tokens.management, json });
    expect([reply.status, errorOf(reply)]).toEqual([413, 'too-large']);
    expect(clientKeys.list()).toEqual([]);
  });

  test('J3 also when it comes in pieces without a length', async () => {
    const { port } = await openHouse();
    const chunk = `${(65_536).toString(16)}\r\n${'a'.repeat(65_536)}\r\n`;
    const answer = await sendRaw(
      port,
      [
        'POST /keys HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        `Authorization: Bearer ${tokens.management}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        '',
        chunk.repeat(17),
      ].join('\r\n'),
    );
    expect(statusLine(answer)).toBe('HTTP/1.1 413 Payload Too Large');
  });
});

describe('the place we listen at', () => {
  test('A5 is 127.0.0.1 and nothing else', async () => {
    const { port } = await openHouse();
    const others = Object.values(os.networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family, scopeid }) => family === 'IPv4' || !scopeid)
      .map(({ address }) => address)
      .filter((address) => address !== '127.0.0.1');
    for (const host of ['127.0.0.2', ...others]) {
      const code = await new Promise((resolve) => {
        const socket = net.connect(port, host);
        socket.once('connect', () => resolve('connected'));
        socket.once('error', (error) => resolve('code' in error ? error.code : ''));
        socket.once('close', () => socket.destroy());
      });
      expect(code, host).toBe('ECONNREFUSED');
    }
  });

  test('a taken port means the next free one', async () => {
    const first = await openHouse();
    const second = new LoopbackServer({ authenticate: () => null, onTrouble: () => undefined });
    onTestFinished(() => second.dispose());
    const port = await second.start(first.port);
    expect(port).toBeGreaterThan(first.port);
    expect(port).toBeLessThanOrEqual(first.port + 50);
    expect(second.port).toBe(port);
    expect(await send(port, {})).toMatchObject({ status: 401 });
  });

  test('at the very last port, a taken one means any', async () => {
    const blocker = net.createServer();
    const free = await new Promise((resolve) => {
      blocker.once('error', () => resolve(false));
      blocker.listen(65_535, '127.0.0.1', () => resolve(true));
    });
    if (free) onTestFinished(() => void blocker.close());
    const server = new LoopbackServer({ authenticate: () => null, onTrouble: () => undefined });
    onTestFinished(() => server.dispose());
    expect(await server.start(65_535)).toBeLessThan(65_535);
  });

  test('closing ends every connection, also one that waits', async () => {
    const { port, server } = await openHouse();
    const waiting = sendRaw(port, 'GET / HTTP/1.1\r\n');
    await send(port, {});
    await server.dispose();
    expect(await waiting).toBe('');
    await expect(send(port, {})).rejects.toThrow('ECONNREFUSED');
    await server.dispose();
  });

  test('a door that breaks answers in words, and the trouble is told', async () => {
    const troubles: string[] = [];
    const server = new LoopbackServer({
      authenticate: () => ({ audience: 'management' }),
      onTrouble: (text) => void troubles.push(text),
    });
    onTestFinished(() => server.dispose());
    const broken: Door<'management'> = {
      audience: 'management',
      matches: () => true,
      serve: () => Promise.reject(new Error('secret detail')),
    };
    server.open(broken);
    const reply = await send(await server.start(0), { token: 'any' });
    expect([reply.status, errorOf(reply)]).toEqual([500, 'action-failed']);
    expect(reply.text).not.toContain('secret detail');
    expect(troubles).toEqual([expect.stringContaining('secret detail')]);
  });
});

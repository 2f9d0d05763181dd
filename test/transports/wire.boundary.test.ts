/** The bytes on the wire: hosts, targets, lengths, ports. */
import type { IncomingMessage } from 'node:http';
import net from 'node:net';
import os from 'node:os';
import { describe, expect, onTestFinished, test } from 'vitest';
import { refuseRequest } from '../../src/main/transports/http/request-router.ts';
import { LoopbackServer, type HttpRoute } from '../../src/main/transports/http/loopback-server.ts';
import { maxBodyBytes } from '../../src/main/transports/http/replies.ts';
import { errorOf, openTestApp, send, sendJson, sendRaw, statusLine, tokens } from './test-app.ts';

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
    const { port } = await openTestApp();
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const answer = await sendRaw(port, request([`Host: ${host}`]));
      expect(statusLine(answer)).toBe('HTTP/1.1 200 OK');
    }
  });

  test('no other is, on any way in', async () => {
    const { port } = await openTestApp();
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
        expect(statusLine(answer), `for ${host}`).toBe('HTTP/1.1 403 Forbidden');
        expect(answer).not.toContain('1.2.3');
      }
      const upgrade = request([`Host: ${host}`, 'Upgrade: websocket']).replace(
        'Connection: close',
        'Connection: Upgrade',
      );
      expect(statusLine(await sendRaw(port, upgrade)), `for ${host}`).toBe(
        'HTTP/1.1 403 Forbidden',
      );
    }
  });

  test('two Hosts are one too many, also the right one twice', async () => {
    const { port } = await openTestApp();
    for (const second of [`evil.example:${port}`, `127.0.0.1:${port}`]) {
      const answer = await sendRaw(port, request([`Host: 127.0.0.1:${port}`, `Host: ${second}`]));
      expect(statusLine(answer)).toMatch(/^HTTP\/1\.1 40[03] /);
    }
  });

  test('none is refused, also by the older protocol', async () => {
    const { port } = await openTestApp();
    expect(statusLine(await sendRaw(port, request([])))).toBe('HTTP/1.1 403 Forbidden');
    const old = request([]).replace('HTTP/1.1', 'HTTP/1.0');
    expect(statusLine(await sendRaw(port, old))).toBe('HTTP/1.1 403 Forbidden');
  });

  test('A11 a target with an authority of its own is refused', async () => {
    const { port } = await openTestApp();
    for (const authority of [`evil.example:${port}`, `127.0.0.1:${port}`]) {
      const absolute = request([`Host: 127.0.0.1:${port}`]).replace(
        '/status',
        `http://${authority}/status`,
      );
      expect(statusLine(await sendRaw(port, absolute))).toBe('HTTP/1.1 400 Bad Request');
    }
  });

  test('CONNECT requests to other hosts are refused', async () => {
    const { port } = await openTestApp();
    const connect = request([`Host: 127.0.0.1:${port}`]).replace('GET /status', 'CONNECT a.b:80');
    expect(await sendRaw(port, connect)).not.toContain(' 200 ');
  });
});

const bodyIn = (answer: string) =>
  JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as { error: { code: string; hint: string } };

describe('A12 a request that can be read in two ways', () => {
  const body = '{"name":"evil"}';
  test.each([
    ['two lengths', ['Content-Length: 15', 'Content-Length: 3']],
    ['a length and chunks', ['Content-Length: 15', 'Transfer-Encoding: chunked']],
    ['an unknown encoding', ['Transfer-Encoding: chunked, identity']],
    ['a folded line', ['X-A: b\r\n c', 'Content-Length: 15']],
    ['a huge header', [`X-A: ${'a'.repeat(17_000)}`, 'Content-Length: 15']],
  ])('%s: refused, closed, and nothing behind it is seen', async (_what, headers) => {
    const { port, clientKeys } = await openTestApp();
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
    expect(bodyIn(answer).error).toMatchObject({ hint: expect.stringMatching(/./) });
    expect(clientKeys.list()).toEqual([]);
  });

  test.each([
    ['an answer', `Bearer ${tokens.management}`, 200],
    ['a refusal', 'Bearer nobody', 401],
  ])('bytes behind a request bring no second reply after %s', async (_what, shown, status) => {
    const { port } = await openTestApp();
    const request = [
      'GET /status HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Authorization: ${shown}`,
      '',
      'no request at all\r\n\r\n',
    ].join('\r\n');
    const answer = await sendRaw(port, request);
    expect(statusLine(answer)).toContain(`HTTP/1.1 ${status}`);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test('an invalid request or handshake gets the usual form of a refusal', async () => {
    const { port } = await openTestApp();
    const start = `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${tokens.plugin}\r\n`;
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
    for (const bytes of [
      'hello\r\n\r\n',
      `GET /plugin/workbench HTTP/1.1\r\n${start}${upgrade}Sec-WebSocket-Version: 13\r\n\r\n`,
    ]) {
      const answer = await sendRaw(port, bytes);
      expect(statusLine(answer)).toBe('HTTP/1.1 400 Bad Request');
      expect(bodyIn(answer).error.code).toBe('bad-request');
    }
    const nobody = `GET /plugin/workbench HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${upgrade}\r\n`;
    expect(bodyIn(await sendRaw(port, nobody)).error.code).toBe('unauthorized');
  });
});

describe('too much', () => {
  test('J3 a body over the limit is refused in words', async () => {
    const { port, clientKeys } = await openTestApp();
    const json = { name: 'a'.repeat(maxBodyBytes * 4) };
    const reply = await sendJson(port, { path: '/keys', token: tokens.management, json });
    expect([reply.status, errorOf(reply)]).toEqual([413, 'too-large']);
    expect(clientKeys.list()).toEqual([]);
  });

  test('J3 also when it comes in pieces without a length', async () => {
    const { port } = await openTestApp();
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
    const { port } = await openTestApp();
    const others = Object.values(os.networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ family, scopeid }) => family === 'IPv4' || !scopeid)
      .map(({ address }) => address)
      .filter((address) => address !== '127.0.0.1');
    for (const host of ['127.0.0.2', ...others]) {
      const code = await new Promise((resolve) => {
        const socket = net.connect(port, host);
        socket.once('connect', () => resolve('connected'));
        socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
        socket.once('close', () => socket.destroy());
      });
      expect(code, `at ${host}`).toBe('ECONNREFUSED');
    }
  });

  test('a taken port means the next free one', async () => {
    const first = await openTestApp();
    const second = new LoopbackServer({ authenticate: () => null, onError: () => undefined });
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
    const server = new LoopbackServer({ authenticate: () => null, onError: () => undefined });
    onTestFinished(() => server.dispose());
    expect(await server.start(65_535)).toBeLessThan(65_535);
  });

  test('closing ends every connection, also one that waits', async () => {
    const { port, server } = await openTestApp();
    const waiting = sendRaw(port, 'GET / HTTP/1.1\r\n');
    await send(port, {});
    server.dispose();
    expect(await waiting).toBe('');
    await expect(send(port, {})).rejects.toThrow('ECONNREFUSED');
    server.dispose();
  });

  test('a route that throws answers with an error, which is logged', async () => {
    const errors: string[] = [];
    const server = new LoopbackServer({
      authenticate: () => ({ audience: 'management' }),
      onError: (text) => void errors.push(text),
    });
    onTestFinished(() => server.dispose());
    const broken: HttpRoute<'management'> = {
      audience: 'management',
      matches: () => true,
      serve: () => Promise.reject(new Error('secret detail')),
    };
    server.open(broken);
    const reply = await send(await server.start(0), { token: 'any' });
    expect([reply.status, errorOf(reply)]).toEqual([500, 'action-failed']);
    expect(reply.text).not.toContain('secret detail');
    expect(errors).toEqual([expect.stringContaining('secret detail')]);
  });
});

test('a request with two origins is refused, whichever comes first', () => {
  const from = (...origins: string[]) => {
    const rawHeaders = ['Host', 'us', ...origins.flatMap((origin) => ['Origin', origin])];
    const request = { url: '/', rawHeaders } as unknown as IncomingMessage;
    return refuseRequest(request, ['us'], (_request, origin) => origin === 'friend');
  };
  expect(from()).toBeNull();
  expect(from('friend')).toBeNull();
  expect(from('friend', 'stranger')).toBe('wrong-origin');
  expect(from('stranger', 'friend')).toBe('wrong-origin');
});

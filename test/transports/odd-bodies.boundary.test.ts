/** Bodies that mean two things, are too deep, too long, or no text: every door reads with the same eyes. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { maxBodyBytes } from '../../src/main/transports/http/replies.ts';
import { errorOf, openTestApp, send, sendRaw, statusLine, tokens, type Reply } from './test-app.ts';

const json = { 'Content-Type': 'application/json' };

const post = (port: number, path: string, body: string): Promise<Reply> =>
  send(port, { method: 'POST', path, token: tokens.management, headers: json, body });

const wanted = (fields: string): string =>
  `{"agent_id":"a","scopes":["read:files"],"roots":["/w/app"],"reason":"r"${fields}}`;

describe('J2 a key written twice', () => {
  test.each([
    ['at the top', '{"name":"good","name":"evil"}', 'name'],
    ['with an escape', String.raw`{"name":"good","n\u0061me":"evil"}`, 'name'],
    ['further down', '{"name":"a","more":[{"deep":{"x":1,"x":2}}]}', 'x'],
  ])('%s is refused, named, and does nothing', async (_where, body, key) => {
    const { port, clientKeys } = await openTestApp();
    const reply = await post(port, '/keys', body);
    expect([reply.status, errorOf(reply)]).toEqual([400, 'bad-json']);
    expect(reply.text).toContain(`\\"${key}\\" is written twice`);
    expect(clientKeys.list()).toEqual([]);
  });
});

describe('J1 odd values', () => {
  test.each([
    [',"ttl_seconds":1e400', 'ttl_seconds'],
    [',"ttl_seconds":-0', 'ttl_seconds'],
    [',"ttl_seconds":9007199254740993', 'ttl_seconds'],
    [',"ttl_seconds":null', 'ttl_seconds'],
    [',"ttl_seconds":60.5', 'ttl_seconds'],
    [',"__proto__":{"polluted":true}', '__proto__'],
    [',"constructor":{"prototype":{"polluted":true}}', 'constructor'],
    [`,"${'k'.repeat(900_000)}":1`, 'kkkk'],
    [`,${Array.from({ length: 10_000 }, (_, n) => `"k${n}":1`).join()}`, 'k0'],
  ])('%s is refused by its name', async (fields, named) => {
    const { port, core } = await openTestApp();
    const reply = await post(port, '/mcp/request_access', wanted(fields));
    expect([reply.status, errorOf(reply)]).toEqual([400, 'invalid-arguments']);
    expect(reply.text).toContain(named);
    expect(reply.text.length).toBeLessThan(4_000);
    expect(core.asks.list()).toEqual([]);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  test('half a surrogate pair and broken UTF-8 are no text', async () => {
    const { port } = await openTestApp();
    const half = await post(port, '/mcp/request_access', wanted(String.raw`,"x":"\ud800"`));
    expect(errorOf(half)).toBe('invalid-arguments');
    expect(half.text).toContain('x: half a surrogate pair');
    const raw = await sendRaw(
      port,
      `POST /keys HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${tokens.management}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 14\r\nConnection: close\r\n\r\n{"name":"a\xff\xfe"}',
    );
    expect(statusLine(raw)).toBe('HTTP/1.1 400 Bad Request');
    expect(raw).toContain('not UTF-8');
  });
});

describe('J3 too much', () => {
  test('nesting a million deep is refused at once, and the loop does not stop for it', async () => {
    const { port } = await openTestApp();
    await post(port, '/keys', '{}');
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    for (const bracket of ['[', '{"a":']) {
      const body = bracket.repeat(Math.floor((maxBodyBytes - 10) / bracket.length));
      const reply = await post(port, '/keys', body);
      expect([reply.status, errorOf(reply)]).toEqual([413, 'too-large']);
    }
    delay.disable();
    // 50 ms on a quiet machine; tests run beside each other.
    expect(delay.max / 1e6).toBeLessThan(250);
  });

  test('a body announced as 100 MB is refused before it comes', async () => {
    const { port } = await openTestApp();
    const answer = await sendRaw(
      port,
      `POST /keys HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${tokens.management}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${100 * 1024 ** 2}\r\n\r\n`,
    );
    expect(statusLine(answer)).toBe('HTTP/1.1 413 Payload Too Large');
  });

  test('nobody is told to go on with a body before we know who sends it', async () => {
    const { port } = await openTestApp();
    const head = (token: string): string =>
      `POST /keys HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 12\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n';
    expect(statusLine(await sendRaw(port, head('nobody')))).toBe('HTTP/1.1 401 Unauthorized');
    const known = await sendRaw(port, `${head(tokens.management)}{"name":"a"}`);
    expect(statusLine(known)).toBe('HTTP/1.1 100 Continue');
    expect(known).toContain('HTTP/1.1 200 OK');
    const odd = head('nobody').replace('100-continue', 'a miracle');
    expect(statusLine(await sendRaw(port, odd))).toBe('HTTP/1.1 401 Unauthorized');
  });
});

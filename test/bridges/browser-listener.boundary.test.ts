import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { errorOf, send, sendJson, sendRaw, statusLine } from '../transports/test-app.ts';
import { eventually, managementToken, TestApp } from '../fakes/test-app.ts';
import { browserApp } from './browser-app.ts';
import {
  askToPair,
  becameOf,
  browserPortOf,
  isProven,
  jsonOf,
  openSocket,
  pair,
  post,
  someOrigin,
  ticketFor,
} from './fake-extension.ts';

const otherOrigin = `chrome-extension://${'b'.repeat(32)}`;

async function pairedApp() {
  const app = await TestApp.open();
  const paired = await pair(app);
  return { app, port: browserPortOf(app), paired };
}

describe('B1 the upgrade at the browser port', () => {
  test('is refused without a ticket, with a bad Origin, and with another Host', async () => {
    const { app, port, paired } = await pairedApp();
    expect(await becameOf(openSocket(port, {}))).toBe('401');
    expect(await becameOf(openSocket(port, { ticket: 'made-up-ticket' }))).toBe('401');
    const ticket = (): Promise<string> => ticketFor(port, paired);
    for (const origin of [
      'https://evil.example',
      'http://localhost',
      'null',
      'chrome-extension://x',
    ])
      expect(await becameOf(openSocket(port, { origin, ticket: await ticket() }))).toBe('403');
    const host = new WebSocket(`ws://127.0.0.1:${port}/?type=extension`, ['gatehouse.v1'], {
      headers: { Host: `evil.example:${port}`, Origin: someOrigin },
    });
    expect(await becameOf(host)).toBe('403');
    const { browsers } = app.app.core.state.snapshot();
    expect(browsers).toMatchObject([{ connected: false }]);
  });

  test('of an MCP client needs its key, and no Origin', async () => {
    const { app, port } = await pairedApp();
    const key = await app.newKey('cursor');
    const open = (headers: Record<string, string>, target = '/'): Promise<string> => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${target}`, { headers });
      socket.once('open', () => socket.terminate());
      return becameOf(socket);
    };
    const bearer = { Authorization: `Bearer ${key}` };
    expect(await open({})).toBe('401');
    expect(await open({ Authorization: `Bearer ${managementToken}` })).toBe('403');
    expect(await open({ ...bearer, Origin: 'https://evil.example' })).toBe('403');
    expect(await open({ ...bearer, Origin: someOrigin })).toBe('403');
    expect(await open(bearer, '/?type=extension')).toBe('403');
    expect(await open(bearer, '/elsewhere')).toBe('404');
    expect(await open(bearer)).toBe('101');
  });
});

describe('B2 a browser extension', () => {
  test('is let in only as the paired id with its key', async () => {
    const { port, paired } = await pairedApp();
    const ticket = await ticketFor(port, paired);
    expect(await becameOf(openSocket(port, { ticket, origin: otherOrigin }))).toBe('403');
    expect(await becameOf(openSocket(port, { ticket: await ticketFor(port, paired) }))).toBe('101');
    const withKey = (origin: string | null, token: string) =>
      post(port, '/browser/ticket', {}, { origin, token });
    const unknownFirefox = 'moz-extension://01234567-89ab-cdef-0123-456789abcdef';
    for (const origin of [otherOrigin, unknownFirefox, null])
      expect(errorOf(await withKey(origin, paired.key))).toBe('wrong-origin');
    expect((await withKey(someOrigin, 'made-up')).status).toBe(401);
    const none = openSocket(port, { origin: null, ticket: await ticketFor(port, paired) });
    expect(await becameOf(none)).toBe('403');
  });

  test('a ticket counts once, for half a minute', async () => {
    const { app, port, paired } = await pairedApp();
    const ticket = await ticketFor(port, paired);
    expect(await becameOf(openSocket(port, { ticket }))).toBe('101');
    expect(await becameOf(openSocket(port, { ticket }))).toBe('401');
    const late = await ticketFor(port, paired);
    await app.clock.advance(30_000);
    expect(await becameOf(openSocket(port, { ticket: late }))).toBe('401');
  });

  test('a ticket opens a socket and nothing else: by a plain request it cannot be renewed', async () => {
    const { port, paired } = await pairedApp();
    const ticket = await ticketFor(port, paired);
    const renew = (headers: Record<string, string>) =>
      sendJson(port, {
        path: '/browser/ticket',
        json: {},
        headers: { Origin: someOrigin, ...headers },
      });
    const asked = await renew({ 'Sec-WebSocket-Protocol': `gatehouse.v1, ${ticket}` });
    const bare = await renew({});
    expect([asked.status, asked.text]).toEqual([401, bare.text]);
    expect(await becameOf(openSocket(port, { ticket }))).toBe('101');
  });

  test('A3 its key is accepted by no other route, and this route accepts no other key', async () => {
    const { app, port, paired } = await pairedApp();
    const main = Number(new URL(app.url).port);
    for (const route of ['/mcp', '/status', '/mcp/requests'])
      expect((await send(main, { path: route, token: paired.key })).status).toBe(403);
    const plugin = new WebSocket(`ws://127.0.0.1:${main}/plugin/${paired.browserId}`, {
      headers: { Authorization: `Bearer ${paired.key}` },
    });
    expect(await becameOf(plugin)).toBe('403');
    const clientKey = await app.newKey('cursor');
    for (const token of [clientKey, managementToken])
      expect(errorOf(await post(port, '/browser/ticket', {}, { token }))).toBe('wrong-audience');
  });

  test('is cut off when the user takes its key away, and its tools are gone', async () => {
    const { app, paired, extension } = await browserApp();
    const closed = new Promise((resolve) => extension.socket?.once('close', resolve));
    expect(await app.forWindows.browsers.forget(paired.browserId)).toBe(true);
    expect(await closed).toBe(4403);
    expect(app.app.core.executors.contributedTools()).toEqual([]);
    expect(app.app.core.state.snapshot().browsers).toEqual([]);
    const port = browserPortOf(app);
    const again = await post(port, '/browser/ticket', {}, { token: paired.key });
    expect(again.status).toBe(401);
  });

  test('B7 that speaks out of its role is cut off, and that is on record', async () => {
    for (const sent of [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"request_access"}}',
      '{"type":"approve"}',
      '{"jsonrpc":"2.0","id":1,"id":2,"result":{}}',
    ]) {
      const { app, extension } = await browserApp();
      const closed = new Promise((resolve) => extension.socket?.once('close', resolve));
      extension.socket?.send(sent);
      expect(await closed).toBe(1008);
      const ledgerLines = (await app.ledger()).map(({ action }) => action);
      expect(ledgerLines).toContain('browser.out-of-role');
    }
  });
});

describe('B3 pairing a browser', () => {
  test('shows who asks, then the code, and gives a key once', async () => {
    const app = await TestApp.open();
    const port = browserPortOf(app);
    const ask = { name: 'Chromium', version: '1' };
    const asked = jsonOf(await post(port, '/browser/pair', ask));
    expect(asked).toMatchObject({ state: 'asked', seconds: 120 });
    const which = { pairing_id: asked['pairing_id'] };
    const { state } = app.app.core;
    expect(state.snapshot().pairings).toMatchObject([
      { kind: 'browser', name: 'Chromium', pluginId: someOrigin, code: null },
    ]);
    expect(jsonOf(await post(port, '/browser/pair/code', { ...which, code: '00000000' }))).toEqual({
      state: 'ended',
      why: 'the pairing has ended',
    });
    const { code, guess } = await askToPair(app);
    const received = jsonOf(await guess(`${code.slice(0, 4)} ${code.slice(4)}`));
    expect(received).toMatchObject({
      state: 'paired',
      browser_key: expect.stringMatching(/^ghbk_/),
    });
    expect(jsonOf(await guess(code))).toMatchObject({ state: 'ended' });
    expect((await app.ledger()).map(({ action }) => action)).toContain('browser.paired');
    const kept = fs.readFileSync(path.join(app.dataDir, 'browser-keys.json'), 'utf8');
    expect(kept).not.toContain(String(received['browser_key']));
  });

  test('the code is worth nothing after a minute, for another extension, and after five guesses', async () => {
    const app = await TestApp.open();
    const port = browserPortOf(app);
    const late = await askToPair(app);
    await app.clock.advance(60_000);
    expect(jsonOf(await late.guess(late.code))).toMatchObject({ state: 'ended' });

    const { pairingId, code } = await askToPair(app);
    const body = { pairing_id: pairingId, code };
    const other = await post(port, '/browser/pair/code', body, { origin: otherOrigin });
    expect(jsonOf(other)).toMatchObject({ state: 'ended' });

    const guessed = await askToPair(app);
    const wrong = guessed.code === '00000000' ? '00000001' : '00000000';
    for (let left = 4; left >= 1; left -= 1)
      expect(jsonOf(await guessed.guess(wrong))).toMatchObject({ tries_left: left });
    expect(jsonOf(await guessed.guess(wrong))).toMatchObject({ state: 'ended' });
    expect(jsonOf(await guessed.guess(guessed.code))).toMatchObject({ state: 'ended' });
  });

  test('two that race with one code: one key at most; twenty wrong ones lock it, and that is seen', async () => {
    const app = await TestApp.open();
    const { code, guess } = await askToPair(app);
    const raced = await Promise.all([guess(code), guess(code), guess(code)]);
    const states = raced.map((reply) => jsonOf(reply)['state']);
    expect(states.filter((state) => state === 'paired')).toHaveLength(1);

    for (let round = 0; round < 4; round += 1) {
      const next = await askToPair(app);
      const wrong = next.code === '00000000' ? '00000001' : '00000000';
      for (let tries = 0; tries < 5; tries += 1) await next.guess(wrong);
    }
    const { state } = app.app.core;
    expect(state.snapshot().notices.map(({ id }) => id)).toContain('pairing-locked');
    const locked = await post(browserPortOf(app), '/browser/pair', { name: 'x', version: '1' });
    expect(errorOf(locked)).toBe('too-many-tries');
  });

  test('web pages and programs without an Origin cannot even ask', async () => {
    const app = await TestApp.open();
    const port = browserPortOf(app);
    const ask = { name: 'Chromium', version: '1' };
    for (const origin of ['https://evil.example', 'null', 'http://localhost:8021', null])
      expect((await post(port, '/browser/pair', ask, { origin })).status).toBe(403);
    expect(app.app.core.state.snapshot().pairings).toEqual([]);
  });
});

describe('the browser port', () => {
  test('H7 proves itself to a paired browser before it is told the key', async () => {
    const { app, port, paired } = await pairedApp();
    expect(await isProven(port, paired)).toBe(true);
    expect(await isProven(Number(new URL(app.url).port), paired)).toBe(false);
  });

  test('B4 a ticket or a key offered as a subprotocol is never sent back, and a key is revoked', async () => {
    const { port, paired } = await pairedApp();
    const ticket = await ticketFor(port, paired);
    const upgrade = (protocols: string): Promise<string> =>
      sendRaw(
        port,
        [
          'GET /?type=extension HTTP/1.1',
          `Host: 127.0.0.1:${port}`,
          `Origin: ${someOrigin}`,
          'Connection: Upgrade',
          'Upgrade: websocket',
          'Sec-WebSocket-Version: 13',
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
          `Sec-WebSocket-Protocol: ${protocols}`,
        ].join('\r\n') + '\r\n\r\n',
      );
    const opened = openSocket(port, { ticket });
    expect(await becameOf(opened)).toBe('101');
    expect(opened.protocol).toBe('gatehouse.v1');
    const answer = await upgrade(`gatehouse.v1, ${paired.key}`);
    expect(statusLine(answer)).toMatch(/ 401 /);
    expect(answer).not.toContain(paired.key);
    await eventually(() => opened.readyState === WebSocket.CLOSED);
    expect((await post(port, '/browser/ticket', {}, { token: paired.key })).status).toBe(401);
  });

  test('B5 200 guesses at once hold up no browser that is paired', async () => {
    const { app, paired, extension } = await browserApp();
    const port = browserPortOf(app);
    const guesses = Array.from({ length: 200 }, (_, count) =>
      becameOf(openSocket(port, { ticket: `guess-${count}-${'x'.repeat(20)}` })),
    );
    const became = await Promise.all(guesses);
    expect(became).not.toContain('101');
    expect(extension.socket?.readyState).toBe(WebSocket.OPEN);
    expect(await becameOf(openSocket(port, { ticket: await ticketFor(port, paired) }))).toBe('101');
  });

  test('A6 answers no CORS question and sets no CORS header', async () => {
    const { port } = await pairedApp();
    const preflight = await send(port, {
      method: 'OPTIONS',
      path: '/browser/ticket',
      headers: { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    });
    expect(preflight.status).toBe(403);
    expect(Object.keys(preflight.headers).join()).not.toContain('access-control');
  });
});

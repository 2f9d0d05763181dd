/** Those who knock without end: wrong credentials, silent connections, slow ones. */
import net from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listenerLimits } from '../../src/main/transports/http/listener.ts';
import { eventually } from '../fakes/test-app.ts';
import { errorOf, openTestApp, send, sendRaw, statusLine, tokens } from './test-app.ts';

const good = { path: '/status', token: tokens.management };
const wrong = (n: number, headers: Record<string, string> = {}) => ({
  path: '/status',
  headers: { Authorization: `Bearer wrong-${n}`, ...headers },
});

async function inTurns(count: number, act: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await act(next);
    }
  };
  await Promise.all(Array.from({ length: 20 }, lane));
}

describe('C6 wrong credentials without end', () => {
  test('are limited after twenty, counted exactly in one record a second, and hold up nobody else', async () => {
    const { port, clock, ledgerStore } = await openTestApp();
    const answers = new Map<number, number>();
    const began = performance.now();
    await inTurns(2_000, async (n) => {
      const { status } = await send(port, wrong(n));
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (n % 100 === 0) expect((await send(port, good)).status).toBe(200);
    });
    const seconds = (performance.now() - began) / 1000;
    expect(answers.get(401)).toBeGreaterThanOrEqual(20);
    expect(answers.get(401)).toBeLessThanOrEqual(21 + seconds);
    expect((answers.get(401) ?? 0) + (answers.get(429) ?? 0)).toBe(2_000);
    await clock.advance(1_000);
    const notes = ledgerStore.records.filter(({ action }) => action === 'door.refused');
    expect(notes.map(({ detail }) => detail)).toEqual([
      `2000 refused: ${answers.get(429)} too-many-tries, ${answers.get(401)} unauthorized`,
    ]);
  });

  test('C7 a second credential or an odd header does not get around it', async () => {
    const { port } = await openTestApp();
    const odd = [{ Cookie: 'a=b' }, { 'X-Api-Key': 'x' }, { 'X-Forwarded-For': '10.0.0.1' }];
    const statuses: number[] = [];
    for (let n = 0; n < 60; n += 1) {
      statuses.push((await send(port, wrong(n, odd[n % odd.length]))).status);
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(30);
    const reply = await send(port, wrong(0));
    expect(errorOf(reply)).toBe('too-many-tries');
    expect(await send(port, { path: '/status' })).toMatchObject({ status: 401 });
  });

  test('J12 refusals of every kind become one record a second, with exact counts', async () => {
    const { port, clock, ledgerStore } = await openTestApp();
    const before = ledgerStore.lines.length;
    await inTurns(300, async (n) => {
      if (n % 3 === 0) await send(port, { path: '/status' });
      else if (n % 3 === 1) await send(port, { ...good, headers: { Origin: 'null' } });
      else await send(port, { path: '/nothing', token: tokens.cursor });
    });
    await clock.advance(1_000);
    const [line, ...more] = ledgerStore.lines.slice(before);
    expect(more).toEqual([]);
    expect(line).toContain('300 refused');
    for (const code of ['unauthorized', 'wrong-origin', 'unknown-route'])
      expect(line).toContain(`100 ${code}`);
    expect((line ?? '').length * 60).toBeLessThan(100_000);
    await clock.advance(60_000);
    expect(ledgerStore.lines).toHaveLength(before + 1);
  });

  test('J12 a handshake that is none, and one for another plugin, are counted like any refusal', async () => {
    const { port, clock, ledgerStore } = await openTestApp();
    const publicRoute = (path: string, webSocketVersion: number): string =>
      [
        `GET ${path} HTTP/1.1`,
        `Host: 127.0.0.1:${port}`,
        `Authorization: Bearer ${tokens.plugin}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        `Sec-WebSocket-Version: ${webSocketVersion}`,
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        ...['', ''],
      ].join('\r\n');
    expect(statusLine(await sendRaw(port, publicRoute('/plugin/workbench', 7)))).toContain('400');
    expect(statusLine(await sendRaw(port, publicRoute('/plugin/another', 13)))).toContain('403');
    await clock.advance(1_000);
    const notes = ledgerStore.records.filter(({ action }) => action === 'door.refused');
    expect(notes.map(({ detail }) => detail)).toEqual([
      '2 refused: 1 bad-request, 1 wrong-audience',
    ]);
  });

  test('B5 a client whose upgrades keep being refused is disconnected without a response', async () => {
    const { port } = await openTestApp();
    const publicRoute = (n: number): string =>
      [
        'GET /plugin/workbench HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        `Authorization: Bearer wrong-${n}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        '',
        '',
      ].join('\r\n');
    const answers: string[] = [];
    for (let n = 0; n < 60; n += 1) {
      answers.push(statusLine(await sendRaw(port, publicRoute(n)).catch(() => '')));
    }
    expect(answers.filter((answer) => answer === '').length).toBeGreaterThan(30);
    expect(await send(port, good)).toMatchObject({ status: 200 });
  });
});

function silent(port: number): net.Socket {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(async () => {
    const closed = new Promise((resolve) => socket.once('close', resolve));
    if (socket.destroyed) return;
    socket.destroy();
    await closed;
  });
  return socket;
}

describe('J6 connections that only take places', () => {
  test('the limits are said, and far below those of Node', () => {
    expect(listenerLimits).toMatchObject({
      headersTimeout: 5_000,
      requestTimeout: 15_000,
      all: 256,
      perSession: 16,
    });
  });

  test('1,000 silent ones share a few places, and whoever has a key is served meanwhile', async () => {
    const { port, server } = await openTestApp();
    const times: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      for (let n = 0; n < 50; n += 1) silent(port);
      const began = performance.now();
      expect((await send(port, good)).status).toBe(200);
      times.push(performance.now() - began);
      expect(server.connections).toBeLessThanOrEqual(256);
    }
    await eventually(() => server.connections <= listenerLimits.silent + listenerLimits.unproven);
    expect(Math.max(...times)).toBeLessThan(10_000);
  });

  test('headers and bodies that trickle are cut; an answer that takes long is not', async () => {
    const quick = { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 };
    const { port } = await openTestApp({}, quick);
    const head = `POST /keys HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`;
    expect(statusLine(await sendRaw(port, head))).toBe('HTTP/1.1 408 Request Timeout');
    const body = `${head}Authorization: Bearer ${tokens.management}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"na`;
    const began = performance.now();
    await sendRaw(port, body);
    expect(performance.now() - began).toBeLessThan(5_000);
    const stream = await fetch(`http://127.0.0.1:${port}/mcp/events`, {
      headers: { Authorization: `Bearer ${tokens.management}` },
    });
    const reader = stream.body?.getReader();
    await reader?.read();
    const end = await Promise.race([
      reader?.read().then(() => 'cut'),
      new Promise((resolve) => setTimeout(resolve, 900, 'still open')),
    ]);
    expect(end).toBe('still open');
    await reader?.cancel();
  });

  test('one client has its share of places and no more', async () => {
    const { port } = await openTestApp({}, { perOwner: 3 });
    const headers = { Authorization: `Bearer ${tokens.management}` };
    const open = [];
    for (let n = 0; n < 3; n += 1) {
      const stream = await fetch(`http://127.0.0.1:${port}/mcp/events`, { headers });
      expect(stream.status).toBe(200);
      open.push(stream);
    }
    const reply = await send(port, good);
    expect([reply.status, errorOf(reply)]).toEqual([429, 'too-many-connections']);
    expect((await send(port, { path: '/nothing', token: tokens.cursor })).status).toBe(404);
    for (const stream of open) await stream.body?.cancel();
  });
});

/** What passes through the proxy arrives as it was sent, however fast either side is. */
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Traffic } from '../../../src/shared/network/connection.ts';
import { httpProxy } from '../../../src/main/platform/sandbox/network/http-proxy.ts';
import type { RequestConnection } from '../../../src/main/platform/sandbox/network/tunnel.ts';
import { serverOn } from './network-fixture.ts';

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function listening(server: net.Server): Promise<number> {
  const open = new Set<net.Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as net.AddressInfo).port;
}

async function proxy() {
  const closed: Traffic[] = [];
  const ask: RequestConnection = () => ({
    permission: Promise.resolve({ kind: 'open', addresses: ['127.0.0.1'] }),
    failed: () => undefined,
    closed: (traffic) => closed.push(traffic),
    stopped: new AbortController().signal,
  });
  return { port: await listening(httpProxy(ask)), closed };
}

/** Everything that comes on a connection, from the first byte sent to the end. */
async function conversation(port: number, text: string, pauseMs = 0): Promise<Buffer> {
  const socket = net.connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  socket.write(text);
  if (pauseMs > 0) await wait(pauseMs);
  const pieces: Buffer[] = [];
  for await (const piece of socket) {
    pieces.push(piece as Buffer);
    if (pauseMs > 0) await wait(pauseMs);
  }
  return Buffer.concat(pieces);
}

const bodyOf = (answer: Buffer): Buffer => answer.subarray(answer.indexOf('\r\n\r\n') + 4);
const get = (port: number): string =>
  `GET http://127.0.0.1:${port}/file HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;

describe('a download through the proxy', () => {
  test.each([0, 5])('arrives whole when the client waits %i ms between reads', async (pauseMs) => {
    const content = randomBytes(9 * 1024 * 1024 + 17);
    const server = await serverOn((_request, response) => response.end(content));
    const { port, closed } = await proxy();
    const plain = await conversation(port, get(server), pauseMs);
    expect(sha256(bodyOf(plain))).toBe(sha256(content));
    const connect = `CONNECT 127.0.0.1:${server} HTTP/1.1\r\n\r\n`;
    const inside = 'GET /file HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    const tunnelled = await conversation(port, `${connect}${inside}`, pauseMs);
    expect(sha256(bodyOf(bodyOf(tunnelled)))).toBe(sha256(content));
    await expect.poll(() => closed.length).toBe(2);
    for (const { received } of closed) expect(received).toBeGreaterThan(content.length);
  });

  test('data from a server that sends first arrives', async () => {
    const server = await listening(net.createServer((socket) => socket.end('SSH-2.0-test\r\n')));
    const { port } = await proxy();
    const receivedItems = await conversation(port, `CONNECT 127.0.0.1:${server} HTTP/1.1\r\n\r\n`);
    expect(receivedItems.toString()).toBe(
      'HTTP/1.1 200 Connection Established\r\n\r\nSSH-2.0-test\r\n',
    );
  });
});

describe('a plain request through the proxy', () => {
  test('reaches the server without what was for the proxy, and its answer closes the connection', async () => {
    const server = await serverOn((request, response) => {
      response.writeEarlyHints({ link: '</a.css>; rel=preload' });
      response.setHeader('Set-Cookie', ['a=1', 'b=2']);
      response.setHeader('Keep-Alive', 'timeout=99');
      response.end(JSON.stringify([request.url, request.headers]));
    });
    const { port } = await proxy();
    const head = [
      `GET http://127.0.0.1:${server}/a?b=c HTTP/1.1`,
      ...['Host: other', 'Proxy-Authorization: Basic abc', 'Proxy-Connection: keep-alive'],
      ...['X-Own: one', 'X-Own: two', '', ''],
    ];
    const answer = (await conversation(port, head.join('\r\n'))).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain('Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n');
    expect(answer).toContain('\r\nConnection: close\r\n\r\n');
    expect(answer).not.toContain('timeout=99');
    const [url, headers] = JSON.parse(bodyOf(Buffer.from(answer)).toString()) as [string, object];
    expect(url).toBe('/a?b=c');
    const own = { host: `127.0.0.1:${server}`, 'x-own': 'one, two', connection: 'close' };
    expect(headers).toEqual(own);
  });

  test.each(['chunked', 'with a length'])('sends its body, %s', async (how) => {
    const content = randomBytes(3 * 1024 * 1024);
    const server = await serverOn((request, response) => {
      const hash = createHash('sha256');
      request.on('data', (piece: Buffer) => hash.update(piece));
      request.on('end', () => response.end(hash.digest('hex')));
    });
    const { port } = await proxy();
    const request = http.request({
      ...{ port, host: '127.0.0.1', method: 'PUT', path: `http://127.0.0.1:${server}/` },
      headers: how === 'chunked' ? {} : { 'Content-Length': content.length },
    });
    request.write(content.subarray(0, 1000));
    request.end(content.subarray(1000));
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    expect(Buffer.concat(await answer.toArray()).toString()).toBe(sha256(content));
  });

  test.each([
    ['', 'The server closed the connection without an answer.'],
    ['220 mail.example.org ready\r\n\r\n', 'The server does not answer in HTTP.'],
    ['x'.repeat(100_000), 'The server does not answer in HTTP.'],
  ])('gets a sentence when the server answers %j', async (text, sentence) => {
    const server = await listening(
      net.createServer((socket) => socket.once('data', () => socket.end(text))),
    );
    const { port } = await proxy();
    const answer = (await conversation(port, get(server))).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
    expect(answer).toContain(`Gatehouse: ${sentence}\n`);
  });

  test('one that follows on the same connection gets no answer, and goes nowhere', async () => {
    const seen: string[] = [];
    const server = await serverOn((request, response) => {
      seen.push(request.url ?? '');
      response.end('first');
    });
    const { port } = await proxy();
    const answer = await conversation(
      port,
      `${get(server)}${get(server).replace('file', 'other')}`,
    );
    expect(bodyOf(answer).toString()).toBe('first');
    expect(seen).toEqual(['/file']);
  });
});

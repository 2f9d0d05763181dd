/** Connections that take a place without ever becoming a request, at the listener with TLS. */
import fs from 'node:fs';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  connectionLimits,
  addressOf,
  UnprovenPool,
} from '../../src/main/transports/http/connections.ts';
import { openTls } from '../../src/main/transports/http/tls-listener.ts';
import { certificate, freePort } from '../fakes/certificate.ts';
import { openTestApp, tokens } from './test-app.ts';

async function secondListener() {
  const { server } = await openTestApp();
  const files = certificate();
  const listen = { host: '127.0.0.2', port: await freePort(), names: [], ...files };
  const opened = await openTls(server.router, { ...listen, management: true });
  if ('why' in opened) throw new Error(opened.why);
  onTestFinished(() => opened.shut());
  const ca = fs.readFileSync(files.certFile);
  const status = (localAddress?: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const headers = { Authorization: `Bearer ${tokens.management}` };
      const options = { ca, headers, agent: false, ...(localAddress ? { localAddress } : {}) };
      https
        .get(`${opened.url}/status`, options, (response) => {
          response.resume();
          response.once('end', () => resolve(response.statusCode ?? 0));
        })
        .once('error', reject);
    });
  const dial = (localAddress?: string): Dialled => {
    const { host, port } = listen;
    const socket = net.connect({ host, port, ...(localAddress ? { localAddress } : {}) });
    socket.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    onTestFinished(async () => {
      socket.destroy();
      await closed;
    });
    return { socket, closed };
  };
  return { opened, status, dial };
}

interface Dialled {
  readonly socket: net.Socket;
  readonly closed: Promise<void>;
}

/** What a TLS client says first. */
function clientHello(): Promise<Buffer> {
  return new Promise((resolve) => {
    const server = net.createServer((socket) => {
      socket.once('data', (hello) => {
        resolve(hello);
        socket.destroy();
        server.close();
      });
    });
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      tls.connect({ port, host: '127.0.0.1' }).on('error', () => undefined);
    });
  });
}

describe('J6 raw connections', () => {
  const behaviours: Readonly<Record<string, (socket: net.Socket, hello: Buffer) => void>> = {
    'never send a byte': () => undefined,
    'send one byte': (socket) => socket.write(Buffer.from([0x16])),
    'send one byte again and again': (socket, hello) => {
      let sent = 0;
      const timer = setInterval(() => {
        if (socket.destroyed) clearInterval(timer);
        else socket.write(hello.subarray(sent, (sent += 1)));
      }, 100);
    },
    'say hello in TLS, and nothing more': (socket, hello) => socket.write(hello),
    'send half of it and close their half': (socket, hello) => socket.end(hello.subarray(0, 40)),
    'send no TLS': (socket) => socket.write('GET / HTTP/1.1\r\n\r\n'),
  };

  test.for(Object.entries(behaviours))(
    'those who %s are closed before TLS is done',
    { timeout: 40_000 },
    async ([, behave]) => {
      const { dial, opened, status } = await secondListener();
      const hello = await clientHello();
      const dialled = Array.from({ length: 20 }, () => dial());
      for (const { socket } of dialled) {
        socket.resume();
        socket.once('connect', () => behave(socket, hello));
      }
      expect(await status()).toBe(200);
      await Promise.all(dialled.map(({ closed }) => closed));
      await vi.waitFor(() => expect(opened.connections).toBe(0), { timeout: 15_000 });
      expect(await status()).toBe(200);
    },
  );

  test(
    '2,500 silent ones from one address or from many share a few places',
    { timeout: 60_000 },
    async () => {
      const { dial, opened, status } = await secondListener();
      for (let n = 0; n < 2_500; n += 1) {
        dial(n % 2 === 0 ? '127.0.0.1' : `127.0.${1 + (n % 200)}.${1 + (n % 250)}`);
        if (n % 250 === 0) expect(await status()).toBe(200);
      }
      expect(await status('127.0.0.3')).toBe(200);
      const { silent, unproven } = connectionLimits;
      expect(opened.connections).toBeLessThanOrEqual(silent + unproven + 1);
    },
  );

  test('an address with a large share gives way before others do', () => {
    const pool = new UnprovenPool(8);
    const sockets = Array.from({ length: 9 }, () => new net.Socket());
    const gaveWay = sockets.map((socket, n) =>
      pool.add(socket, { address: n < 4 ? `10.0.0.${n}` : '10.0.0.9', at: 0, bytes: 0 }),
    );
    expect(gaveWay.at(-1)).toBe(sockets[4]);
    for (const socket of sockets) socket.destroy();
  });

  test.for([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:10.0.0.5', '10.0.0.5'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('%s counts as %s', ([remoteAddress, counted]) => {
    const socket = new net.Socket();
    expect(
      addressOf(Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })),
    ).toBe(counted);
  });
});

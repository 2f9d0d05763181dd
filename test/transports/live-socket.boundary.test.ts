/** One WebSocket: what is sent in one turn is one write, and only unrequested messages count against the rate. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { closeCodes } from '../../src/main/transports/sockets/close-codes.ts';
import { Heartbeat } from '../../src/main/transports/sockets/heartbeat.ts';
import { LiveSocket } from '../../src/main/transports/sockets/live-socket.ts';
import { closeServer, newSocketServer } from '../../src/main/transports/sockets/socket-server.ts';
import { FakeClock } from '../fakes/fake-clock.ts';

interface Opened {
  readonly live: LiveSocket;
  readonly client: WebSocket;
  /** How often what was held back was written to the stream below. */
  readonly writes: () => number;
}

async function openPair(
  intake: { perSecond: number; burst: number },
  onMessage: (live: LiveSocket, text: string) => void = () => undefined,
): Promise<Opened> {
  const clock = new FakeClock();
  const heartbeat = new Heartbeat(clock);
  const sockets = newSocketServer(65_536);
  const server = http.createServer().listen(0, '127.0.0.1');
  onTestFinished(async () => {
    heartbeat.dispose();
    await closeServer(sockets);
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const opened = Promise.withResolvers<Omit<Opened, 'client'>>();
  server.on('upgrade', (request, wire: Duplex, head) => {
    sockets.handleUpgrade(request, wire, head, (socket) => {
      let writes = 0;
      const uncork = (): void => {
        writes += 1;
        wire.uncork();
      };
      const live: LiveSocket = new LiveSocket({
        socket,
        wire: { cork: () => wire.cork(), uncork },
        ...{ clock, heartbeat, intake },
        onMessage: (text) => onMessage(live, text),
        onClosed: () => undefined,
        onError: () => undefined,
      });
      opened.resolve({ live, writes: () => writes });
    });
  });
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return { ...(await opened.promise), client };
}

test('several answers in one turn are one write, and one alone is sent at once', async () => {
  const { live, client, writes } = await openPair({ perSecond: 100, burst: 100 });
  const received: unknown[] = [];
  client.on('message', (data: Buffer) => received.push(JSON.parse(data.toString('utf8'))));
  for (let n = 1; n <= 5; n += 1) live.send(n);
  while (received.length < 5) await once(client, 'message');
  expect(writes(), 'the first does not wait').toBe(1);
  for (const n of [6, 7]) live.send(n);
  while (received.length < 7) await once(client, 'message');
  expect(writes(), 'turns have several, so the first waits').toBe(2);
  for (const n of [8, 9]) {
    live.send(n);
    while (received.length < n) await once(client, 'message');
  }
  expect(received).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(writes(), 'the second of two turns with one each waits for nothing').toBe(3);
});

test('J8 answers to our own messages do not count against the rate, everything else does', async () => {
  const all = Promise.withResolvers<void>();
  let answers = 0;
  const { client } = await openPair({ perSecond: 1, burst: 3 }, (live, text) => {
    if (text !== 'answer') return;
    live.wasAnswer();
    answers += 1;
    if (answers === 20) all.resolve();
  });
  await once(client, 'open');
  for (let n = 0; n < 20; n += 1) client.send('answer');
  await all.promise;
  for (let n = 0; n < 4; n += 1) client.send('something else');
  const [code] = await once(client, 'close');
  expect(code).toBe(closeCodes.tooFast);
});

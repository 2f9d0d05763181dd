/** What is said in one turn is one write, and still arrives message by message, in order. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { Heartbeat } from '../../src/main/transports/sockets/heartbeat.ts';
import { LiveSocket } from '../../src/main/transports/sockets/live-socket.ts';
import { closeServer, newSocketServer } from '../../src/main/transports/sockets/socket-server.ts';
import { FakeClock } from '../fakes/fake-clock.ts';

test('five answers in one turn are one write; the next turn has its own', async () => {
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
  const opened = Promise.withResolvers<{ live: LiveSocket; writes: () => number }>();
  server.on('upgrade', (request, wire: Duplex, head) => {
    sockets.handleUpgrade(request, wire, head, (socket) => {
      let writes = 0;
      const uncork = (): void => {
        writes += 1;
        wire.uncork();
      };
      const live = new LiveSocket({
        socket,
        wire: { cork: () => wire.cork(), uncork },
        clock,
        heartbeat,
        intake: { perSecond: 100, burst: 100 },
        onMessage: () => undefined,
        onClosed: () => undefined,
        onError: () => undefined,
      });
      opened.resolve({ live, writes: () => writes });
    });
  });
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const heard: unknown[] = [];
  client.on('message', (data: Buffer) => heard.push(JSON.parse(data.toString('utf8'))));
  const { live, writes } = await opened.promise;
  for (let n = 1; n <= 5; n += 1) live.send(n);
  expect(writes()).toBe(0);
  while (heard.length < 5) await once(client, 'message');
  live.send(6);
  await once(client, 'message');
  expect(heard).toEqual([1, 2, 3, 4, 5, 6]);
  expect(writes()).toBe(2);
});

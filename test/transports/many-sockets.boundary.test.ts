import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { EditorEvents } from '../../src/main/transports/plugins/editor-events.ts';
import { SessionSockets } from '../../src/main/transports/sessions/session-sockets.ts';
import { coreWith, granted, agentCalled, recordingExecutor } from '../core/core-fixture.ts';
import { defaultSettings } from '../../src/shared/app/settings.ts';
import { TestSocket } from './test-app.ts';
import { open, until } from './session-app.ts';

const plenty = {
  ...{ sessions: 64, callsPerSecond: 1000, burst: 1000, callsAtOnce: 256 },
  ...{ sameCallPerMinute: 1000, pendingAsksPerClient: 64 },
};
const settings = { ...defaultSettings, limits: { ...defaultSettings.limits, ...plenty } };

/** The door alone: how many connections the server takes is another matter. */
async function listenerWith(sessions: number, socketsEach: number) {
  const { core, clock } = await coreWith({ settings });
  const ran = recordingExecutor(core);
  const events = new EditorEvents();
  const errors: string[] = [];
  const onError = (text: string): void => void errors.push(text);
  const door = new SessionSockets({ core, clock, events, settings, onError });
  onTestFinished(() => door.dispose());
  const server = http.createServer();
  server.on('upgrade', (request, socket, head) => {
    const session = core.sessions.list().find((item) => request.url?.endsWith(item.sessionId));
    if (!session) return void socket.destroy();
    const { sessionId, agent } = session;
    const by = { audience: 'session', sessionId, clientId: agent.clientId } as const;
    door.upgrade(request, socket, head, by);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const sockets: TestSocket[] = [];
  for (let n = 0; n < sessions; n += 1) {
    const sessionId = await granted(core, clock, { who: agentCalled(`agent-${n}`) });
    const opening = Array.from(
      { length: socketsEach },
      () => new TestSocket(port, `/mcp/session/${sessionId}`, null),
    );
    await Promise.all(opening.map((socket) => socket.opened()));
    sockets.push(...opening);
  }
  return { core, clock, sockets, ran, events, errors };
}

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

test('a thousand sockets cost a call nothing, all of them are served, and C12 all end at once', async () => {
  const few = await listenerWith(1, 1);
  const many = await listenerWith(63, 16);
  expect(many.sockets).toHaveLength(1008);

  const costOf = async ({ sockets, clock }: typeof few): Promise<number> => {
    const [socket] = sockets;
    const before = cpuMs();
    for (let n = 0; n < 200; n += 1) {
      socket?.send(open(n, `/w/app/${n}`));
      await socket?.next();
    }
    const spent = cpuMs() - before;
    // The bucket of the session fills again.
    await clock.advance(1_000);
    return spent;
  };
  const ratios: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const alone = await costOf(few);
    const among = await costOf(many);
    if (round > 0) ratios.push(among / alone);
  }
  const [median = 0] = ratios.toSorted((item, other) => item - other).slice(3);
  console.log(`CPU of a call among 1,008 sockets against 1: × ${median.toFixed(2)}`);
  expect(median).toBeLessThan(2);

  many.sockets.forEach((socket, n) => socket.send(open(`id-${n}`, `/w/app/${n}`)));
  const answers = await Promise.all(many.sockets.map((socket) => socket.next()));
  expect(answers.map(({ id }) => id)).toEqual(many.sockets.map((_socket, n) => `id-${n}`));
  expect(answers.every(({ status }) => status === 'ok')).toBe(true);
  expect(many.errors).toEqual([]);

  const gone = many.sockets.slice(0, 16);
  const [session] = many.core.sessions.list().toReversed();
  if (session) many.core.sessions.end(session.sessionId, 'person');
  const codes = await Promise.all(gone.map(async ({ closed }) => (await closed).code));
  expect(new Set(codes)).toEqual(new Set([4403]));
  const rest = many.sockets.slice(16);
  await until(() => rest.every(({ socket }) => socket.readyState === 1));

  // Goal 16. The thousand clients live in this process, too, and share its time.
  const ranBefore = many.ran.length;
  const since = performance.now();
  rest.forEach((socket, n) => socket.send(open(`late-${n}`, `/w/app/late-${n}`)));
  expect(many.core.sessions.endAll('person')).toBe(62);
  const ends = await Promise.all(rest.map(async ({ closed }) => (await closed).code));
  const took = performance.now() - since;
  expect(new Set(ends)).toEqual(new Set([4403]));
  expect(many.ran).toHaveLength(ranBefore);
  console.log(
    `revoke all: ${rest.length} sockets closed in ${took.toFixed(0)} ms, 0 effects after`,
  );
}, 120_000);

/** GET /mcp/events and /mcp/events/ws: told as it happens, and again from where one stopped. */
import { once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { DomainEvent } from '../../src/shared/protocols/management-events.ts';
import type { Core } from '../../src/main/core/core.ts';
import { EventStreamResponse } from '../../src/main/transports/management/event-feed.ts';
import { Emitter } from '../../src/shared/base/emitter.ts';
import { granted } from '../core/core-fixture.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { eventually } from '../fakes/test-app.ts';
import { openTestApp, send, tokens } from './test-app.ts';

type TestApp = Awaited<ReturnType<typeof openTestApp>>;

interface Told {
  readonly id: string;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

const life = [
  'request.created',
  'ask.created',
  'ask.settled',
  'session.created',
  'session.degraded',
  'request.decided',
];

/** Everything a stream says, as it comes. */
async function listen({ port }: TestApp, lastId?: string) {
  const headers: Record<string, string> = { Authorization: tokens.management };
  if (lastId !== undefined) headers['Last-Event-ID'] = lastId;
  const stream = await fetch(`http://127.0.0.1:${port}/mcp/events`, { headers });
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const reading = (async () => {
    for (;;) {
      const { done, value = '' } = (await reader?.read()) ?? { done: true };
      text += value;
      if (done) return;
    }
  })().catch(() => undefined);
  onTestFinished(async () => {
    await reader?.cancel().catch(() => undefined);
    await reading;
  });
  const told = (): readonly Told[] =>
    text
      .split('\n\n')
      .filter((block) => block.startsWith('id: '))
      .map((block) => {
        const [id = '', event = '', data = ''] = block.split('\n');
        return {
          id: id.slice(4),
          event: event.slice(7),
          data: JSON.parse(data.slice(6)) as Told['data'],
        };
      });
  return { told, text: () => text, reading };
}

const names = (told: readonly Told[]): readonly string[] => told.map(({ event }) => event);

describe('the stream of events', () => {
  test('tells the life of a request and a session with ids that can be gone on from', async () => {
    const app = await openTestApp();
    const first = await listen(app);
    const sessionId = await granted(app.core, app.clock);
    await eventually(() => first.told().length === life.length);
    expect(names(first.told())).toEqual(life);
    expect(first.told()[3]?.data).toMatchObject({ session_id: sessionId, agent_id: 'cursor' });
    const second = await listen(app, first.told()[2]?.id);
    await eventually(() => second.told().length === 3);
    expect(second.told()).toEqual(first.told().slice(3));
    app.core.sessions.end(sessionId, 'person');
    await eventually(() => second.told().length === 4);
    expect(names(second.told()).at(-1)).toBe('session.revoked');
  });

  test('says when what was missed is no longer known', async () => {
    const app = await openTestApp();
    const { core } = app;
    const [run] = core.events.newest.split('-');
    for (const lost of ['of-another-run', `${run}-999999`, 'x']) {
      const { told } = await listen(app, lost);
      await eventually(() => told().length === 1);
      expect(told()[0]).toMatchObject({ event: 'resync-needed', id: core.events.newest });
    }
  });

  test('shows now and then that it is alive, and ends with the house', async () => {
    const app = await openTestApp();
    const { text, reading } = await listen(app);
    await eventually(() => text().includes('retry: 2000'));
    await app.clock.advance(15_000);
    await eventually(() => text().includes(': still here'));
    app.server.dispose();
    await reading;
  });

  test('is the owner’s alone', async () => {
    const { port } = await openTestApp();
    for (const token of [tokens.cursor, tokens.plugin])
      expect((await send(port, { path: '/mcp/events', token })).status).toBe(403);
  });
});

describe('the socket of events', () => {
  const connect = ({ port }: TestApp, query = ''): { told: Told[]; socket: WebSocket } => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/mcp/events/ws${query}`, {
      headers: { Authorization: `Bearer ${tokens.management}` },
    });
    onTestFinished(() => socket.terminate());
    const told: Told[] = [];
    socket.on('message', (data) => told.push(JSON.parse((data as Buffer).toString()) as Told));
    return { told, socket };
  };

  test('tells the same, and goes on from an id', async () => {
    const app = await openTestApp();
    const { told, socket } = connect(app);
    await new Promise((resolve) => socket.once('open', resolve));
    await granted(app.core, app.clock);
    await eventually(() => told.length === life.length);
    expect(names(told)).toEqual(life);
    const again = connect(app, `?last_event_id=${told[4]?.id}`);
    await eventually(() => again.told.length === 1);
    expect(again.told).toEqual(told.slice(5));
    const lost = connect(app, '?last_event_id=nothing');
    await eventually(() => lost.told.length === 1);
    expect(names(lost.told)).toEqual(['resync-needed']);
  });

  test('J8 cuts who does not read, with 4408, and nobody else', async () => {
    const app = await openTestApp();
    const slow = connect(app);
    const quick = connect(app);
    await Promise.all(
      [slow, quick].map(({ socket }) => new Promise((resolve) => socket.once('open', resolve))),
    );
    slow.socket.pause();
    const closed = new Promise<number>((resolve) => slow.socket.once('close', resolve));
    // More than any kernel keeps for a connection.
    const name = 'x'.repeat(40_000);
    const run = (): never => expect.fail('nothing is run here');
    for (let n = 0; n < 1_000; n += 1) {
      const editor = app.core.executors.register({ id: `e${n}`, name, actions: new Set(), run });
      void editor.dispose();
      // However busy the machine is, whoever reads gets the time to.
      if (n % 10 === 0) await eventually(() => quick.told.length >= 2 * n);
    }
    slow.socket.resume();
    expect(await closed).toBe(4408);
    await eventually(() => quick.told.length === 2_000);
    expect(names(slow.told).at(-1)).toBe('resync-needed');
    expect(quick.socket.readyState).toBe(WebSocket.OPEN);
  }, 30_000);
});

test('A4 a stream that nobody reads is cut when its token is worth nothing, and what happens next ends nothing else', async () => {
  const told = new Emitter<DomainEvent>();
  const events = { onItem: told.on } as unknown as Core['events'];
  const stream = new EventStreamResponse({
    events,
    clock: new FakeClock(),
    onError: () => undefined,
  });
  const opened: ServerResponse[] = [];
  const server = http.createServer((request, response) => {
    opened.push(response);
    void stream.serve(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const reader = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    reader.destroy();
    server.close();
  });
  reader.write('GET /mcp/events HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(reader, 'readable');
  const subject = { kind: 'editor', editorId: 'e', name: 'x'.repeat(65_536) } as const;
  const item: DomainEvent = { id: '1', event: 'plugin.connected', subject };
  const [response = expect.fail()] = opened;
  for (let turn = 0; turn < 1_000 && response.writableLength === 0; turn += 1) {
    told.emit(item);
    await new Promise(setImmediate);
  }
  stream.endAll();
  told.emit(item);
  expect(response.destroyed).toBe(true);
});

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

interface FeedEvent {
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
  const feedEvents = (): readonly FeedEvent[] =>
    text
      .split('\n\n')
      .filter((block) => block.startsWith('id: '))
      .map((block) => {
        const [id = '', event = '', data = ''] = block.split('\n');
        return {
          id: id.slice(4),
          event: event.slice(7),
          data: JSON.parse(data.slice(6)) as FeedEvent['data'],
        };
      });
  return { feedEvents, text: () => text, reading };
}

const names = (feedEvents: readonly FeedEvent[]): readonly string[] =>
  feedEvents.map(({ event }) => event);

describe('the stream of events', () => {
  test('reports the life of a request and a session, with ids to resume from', async () => {
    const app = await openTestApp();
    const first = await listen(app);
    const sessionId = await granted(app.core, app.clock);
    await eventually(() => first.feedEvents().length === life.length);
    expect(names(first.feedEvents())).toEqual(life);
    expect(first.feedEvents()[3]?.data).toMatchObject({
      session_id: sessionId,
      agent_id: 'cursor',
    });
    const second = await listen(app, first.feedEvents()[2]?.id);
    await eventually(() => second.feedEvents().length === 3);
    expect(second.feedEvents()).toEqual(first.feedEvents().slice(3));
    app.core.sessions.end(sessionId, 'person');
    await eventually(() => second.feedEvents().length === 4);
    expect(names(second.feedEvents()).at(-1)).toBe('session.revoked');
  });

  test('says when what was missed is no longer known', async () => {
    const app = await openTestApp();
    const { core } = app;
    const [run] = core.events.newest.split('-');
    for (const lost of ['of-another-run', `${run}-999999`, 'x']) {
      const { feedEvents } = await listen(app, lost);
      await eventually(() => feedEvents().length === 1);
      expect(feedEvents()[0]).toMatchObject({ event: 'resync-needed', id: core.events.newest });
    }
  });

  test('shows now and then that it is alive, and ends with the app', async () => {
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
  const connect = (
    { port }: TestApp,
    query = '',
  ): { feedEvents: FeedEvent[]; socket: WebSocket } => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/mcp/events/ws${query}`, {
      headers: { Authorization: `Bearer ${tokens.management}` },
    });
    onTestFinished(() => socket.terminate());
    const feedEvents: FeedEvent[] = [];
    socket.on('message', (data) =>
      feedEvents.push(JSON.parse((data as Buffer).toString()) as FeedEvent),
    );
    return { feedEvents, socket };
  };

  test('reports the same, and resumes from an id', async () => {
    const app = await openTestApp();
    const { feedEvents, socket } = connect(app);
    await new Promise((resolve) => socket.once('open', resolve));
    await granted(app.core, app.clock);
    await eventually(() => feedEvents.length === life.length);
    expect(names(feedEvents)).toEqual(life);
    const again = connect(app, `?last_event_id=${feedEvents[4]?.id}`);
    await eventually(() => again.feedEvents.length === 1);
    expect(again.feedEvents).toEqual(feedEvents.slice(5));
    const lost = connect(app, '?last_event_id=nothing');
    await eventually(() => lost.feedEvents.length === 1);
    expect(names(lost.feedEvents)).toEqual(['resync-needed']);
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
      if (n % 10 === 0) await eventually(() => quick.feedEvents.length >= 2 * n);
    }
    slow.socket.resume();
    expect(await closed).toBe(4408);
    await eventually(() => quick.feedEvents.length === 2_000);
    expect(names(slow.feedEvents).at(-1)).toBe('resync-needed');
    expect(quick.socket.readyState).toBe(WebSocket.OPEN);
  }, 30_000);
});

test('A4 a stream that nobody reads is cut when its token is worth nothing, and what happens next ends nothing else', async () => {
  const feedEvents = new Emitter<DomainEvent>();
  const events = { onItem: feedEvents.on } as unknown as Core['events'];
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
    feedEvents.emit(item);
    await new Promise(setImmediate);
  }
  stream.endAll();
  feedEvents.emit(item);
  expect(response.destroyed).toBe(true);
});

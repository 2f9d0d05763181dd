/**
 * Events for management clients, as server-sent events and over a WebSocket. Both resume after the
 * last event that a client has received.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Disposables, type Disposable } from '../../../shared/base/disposable.ts';
import {
  resyncNeeded,
  type DomainEvent,
  type EventSubject,
} from '../../../shared/protocols/management-events.ts';
import {
  askView,
  requestView,
  seconds,
  sessionView,
} from '../../../shared/protocols/management-views.ts';
import {
  eventStreamType,
  eventText,
  heartbeatText,
} from '../../../shared/protocols/server-sent-events.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { Core } from '../../core/core.ts';
import { Heartbeat } from '../sockets/heartbeat.ts';
import { LiveSocket } from '../sockets/live-socket.ts';
import { closeServer, endAllOf, newSocketServer } from '../sockets/socket-server.ts';
import type { HttpRoute, SocketRoute } from '../http/request-router.ts';
import { paramsOf } from './routes.ts';

interface Deps {
  readonly events: Core['events'];
  readonly clock: Clock;
  readonly onError: (text: string) => void;
}

const beatEveryMs = 15_000;
/** A client with more unread bytes than this is disconnected; it can resume later. */
const streamBuffer = 1_048_576;

interface FeedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

const resync = (events: Core['events']): FeedEvent => ({
  id: events.newest,
  event: resyncNeeded,
  data: {
    hint: 'Events were missed. List requests and sessions again, then continue from this id.',
  },
});

/** The events after this id. Without an id there are none: the client starts now. */
function missed(events: Core['events'], lastId: string | null): readonly FeedEvent[] {
  if (lastId === null) return [];
  return events.since(lastId)?.map(toWire) ?? [resync(events)];
}

const toWire = ({ id, event, subject }: DomainEvent): FeedEvent => ({
  id,
  event,
  data: dataOf(subject),
});

function dataOf(subject: EventSubject): unknown {
  switch (subject.kind) {
    case 'request':
      return requestView(subject.request);
    case 'session':
      return sessionView(subject.session);
    case 'editor':
      return { plugin_id: subject.editorId, name: subject.name };
    case 'ask': {
      const { ask, endedAt } = subject;
      const ended = endedAt === null ? {} : { settled_at: seconds(endedAt) };
      return { ...askView(ask), ...ended };
    }
  }
}

const lastIdOf = (request: IncomingMessage): string | null => {
  const header = request.headers['last-event-id'];
  return (typeof header === 'string' ? header : null) ?? paramsOf(request).get('last_event_id');
};

export class EventStreamResponse implements HttpRoute<'management'>, Disposable {
  readonly audience = 'management';
  readonly #deps: Deps;
  readonly #open = new Set<ServerResponse>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  matches(method: string, path: string): boolean {
    return method === 'GET' && path === '/mcp/events';
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { events, clock } = this.#deps;
    response.writeHead(200, { 'Content-Type': eventStreamType });
    response.write('retry: 2000\n\n');
    const disposables = new Disposables();
    const send = (item: FeedEvent): void =>
      write(response, eventText(item.event, JSON.stringify(item.data), item.id));
    for (const item of missed(events, lastIdOf(request))) send(item);
    disposables.add(events.onItem((item) => send(toWire(item))));
    disposables.add(startHeartbeat(clock, () => write(response, heartbeatText)));
    this.#open.add(response);
    await new Promise((resolve) => response.once('close', resolve));
    this.#open.delete(response);
    await disposables.dispose();
  }

  /** A client with unread events is cut off, because waiting for it could take forever. */
  endAll(): void {
    for (const response of this.#open) {
      if (response.writableLength === 0) response.end();
      else response.destroy();
    }
  }

  dispose(): void {
    this.endAll();
  }
}

function write(response: ServerResponse, text: string): void {
  if (response.writableLength > streamBuffer) response.destroy();
  else if (!response.destroyed && !response.writableEnded) response.write(text);
}

/** Runs at a fixed interval until disposed. */
function startHeartbeat(clock: Clock, beat: () => void): Disposable {
  let timer = clock.after(beatEveryMs, again);
  function again(): void {
    timer = clock.after(beatEveryMs, again);
    beat();
  }
  return { dispose: () => timer.dispose() };
}

export class EventSocket implements SocketRoute<'management'>, Disposable {
  readonly audience = 'management';
  readonly #deps: Deps;
  readonly #sockets = newSocketServer(65_536);
  readonly #heartbeat: Heartbeat;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#heartbeat = new Heartbeat(deps.clock);
  }

  matches(path: string): boolean {
    return path === '/mcp/events/ws';
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const lastId = lastIdOf(request);
    this.#sockets.handleUpgrade(request, socket, head, (opened) => {
      const { events, clock, onError } = this.#deps;
      let listening: Disposable | null = null;
      const live = new LiveSocket({
        socket: opened,
        clock,
        heartbeat: this.#heartbeat,
        intake: { perSecond: 10, burst: 20 },
        onMessage: () => undefined,
        onClosed: () => void listening?.dispose(),
        onError: (text) => onError(`events socket: ${text}`),
        lastWord: resync(events),
      });
      for (const item of missed(events, lastId)) live.send(item);
      listening = events.onItem((item) => {
        live.send(toWire(item));
      });
    });
  }

  endAll(): void {
    endAllOf(this.#sockets);
  }

  async dispose(): Promise<void> {
    this.#heartbeat.dispose();
    await closeServer(this.#sockets);
  }
}

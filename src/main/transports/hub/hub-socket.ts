/** `ws /hub`: local programs subscribe to channels and receive the backend's messages. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { ChannelMessage } from '../../../shared/integrations/backend.ts';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { readAs } from '../../../shared/base/parse.ts';
import { readStrictJson } from '../../../shared/base/strict-json.ts';
import type { Clock } from '../../core/dependencies.ts';
import { closeCodes } from '../sockets/close-codes.ts';
import { Heartbeat } from '../sockets/heartbeat.ts';
import { LiveSocket } from '../sockets/live-socket.ts';
import { closeServer, endAllOf, newSocketServer } from '../sockets/socket-server.ts';
import type { SocketRoute } from '../http/loopback-server.ts';

interface Deps {
  readonly clock: Clock;
  readonly channels: {
    onMessage(listener: (message: ChannelMessage) => void): Disposable;
    history(channel: string): readonly ChannelMessage[];
  };
  readonly onError: (text: string) => void;
}

const channel = z.string().min(1).max(200);

/** The channel is named in `channel`, or in `data` by older programs. */
const HubRequest = z
  .object({
    type: z.enum(['subscribe', 'unsubscribe', 'ping']),
    channel: channel.optional(),
    data: channel.optional(),
    /** Whether the stored messages of the channel are sent first. */
    history: z.boolean().default(false),
  })
  .transform(({ data, ...subscribeRequest }) => ({
    ...subscribeRequest,
    channel: subscribeRequest.channel ?? data,
  }));

const maxChannels = 100;
const intake = { perSecond: 50, burst: 200 };
const everything = '*';

export class HubSocketRoute implements SocketRoute<'management'>, Disposable {
  readonly audience = 'management';
  readonly #deps: Deps;
  readonly #server = newSocketServer(65_536);
  readonly #heartbeat: Heartbeat;
  /** The sockets of web pages, with their origins. */
  readonly #pages = new Map<WebSocket, string>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#heartbeat = new Heartbeat(deps.clock);
  }

  matches(path: string): boolean {
    return path === '/hub';
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { origin } = request.headers;
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      if (origin !== undefined) this.#pages.set(opened, origin);
      this.#accept(opened, socket);
    });
  }

  /** Closes the sockets of pages that are no longer allowed. */
  endPages(isAllowed: (origin: string) => boolean): void {
    for (const [socket, origin] of this.#pages)
      if (!isAllowed(origin)) socket.close(closeCodes.revoked, 'this origin is no longer allowed');
  }

  endAll(): void {
    endAllOf(this.#server);
  }

  async dispose(): Promise<void> {
    this.#heartbeat.dispose();
    await closeServer(this.#server);
  }

  #accept(opened: WebSocket, wire: Duplex): void {
    const { clock, channels, onError } = this.#deps;
    const subscribed = new Set<string>();
    const live: LiveSocket = new LiveSocket({
      socket: opened,
      ...{ wire, clock, intake },
      heartbeat: this.#heartbeat,
      onMessage: (text) => this.#receive(live, subscribed, text),
      onClosed: () => {
        this.#pages.delete(opened);
        void listening.dispose();
      },
      onError: (text) => onError(`hub: ${text}`),
    });
    const listening = channels.onMessage((message) => {
      if (subscribed.has(message.channel) || subscribed.has(everything))
        live.sendText(JSON.stringify(message));
    });
  }

  #receive(live: LiveSocket, subscribed: Set<string>, text: string): void {
    const read = readStrictJson(text);
    const subscribeRequest = 'json' in read ? readAs(HubRequest, read.json) : null;
    if (!subscribeRequest?.success)
      return live.close(closeCodes.protocol, 'that message is not valid');
    const { type, channel: name, history } = subscribeRequest.data;
    if (type === 'ping') return live.send({ type: 'pong' });
    if (name === undefined) return live.send({ type: 'error', data: 'Which channel?' });
    if (type === 'unsubscribe') subscribed.delete(name);
    else if (subscribed.size >= maxChannels)
      return live.send({ type: 'error', channel: name, data: 'Too many channels.' });
    else subscribed.add(name);
    live.send({ type: `${type}d`, channel: name });
    if (type === 'subscribe' && history)
      for (const message of this.#deps.channels.history(name))
        live.sendText(JSON.stringify(message));
  }
}

/** One HTTP listener with explicit limits and timeouts, since Node's defaults are generous. */
import type http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { descriptors } from '../../platform/system/descriptors.ts';
import { connectionLimits, HttpConnections, type ConnectionLimits } from './connections.ts';
import type { ListenerInfo, RequestRouter } from './request-router.ts';
import { turnAway } from './turn-away.ts';

export interface ListenerLimits extends ConnectionLimits {
  readonly headersTimeout: number;
  /** Limit for receiving the whole request; the response may take longer. */
  readonly requestTimeout: number;
  readonly connectionsCheckingInterval: number;
}

export const listenerLimits: ListenerLimits = {
  ...connectionLimits,
  headersTimeout: 5_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
};

/**
 * Node accepts everything the system has queued before it reads any of it. The queue must fit twice
 * into the pool of silent connections, or a flood would evict a client that just connected.
 */
const backlog = 64;

type ServerOptions = http.ServerOptions;

interface Deps {
  readonly router: RequestRouter;
  readonly hosts: (port: number) => readonly string[];
  readonly create: (options: ServerOptions) => http.Server;
  readonly secure?: boolean;
  /** Whether the management token is accepted here; default true. */
  readonly management?: boolean;
  readonly limits?: Partial<ListenerLimits>;
}

export class HttpListener implements Disposable {
  readonly connections: HttpConnections;
  readonly #deps: Deps;
  readonly #server: http.Server;
  readonly #secured = new WeakSet<Duplex>();
  readonly #turnedAway = new WeakSet<Duplex>();
  #listenerInfo: ListenerInfo;

  constructor(deps: Deps) {
    this.#deps = deps;
    const limits = { ...listenerLimits, ...deps.limits };
    this.connections = new HttpConnections(limits);
    const { management = true } = deps;
    this.#listenerInfo = { port: 0, hosts: [], connections: this.connections, management };
    const { headersTimeout, requestTimeout, connectionsCheckingInterval } = limits;
    this.#server = deps.create({
      headersTimeout,
      requestTimeout,
      connectionsCheckingInterval,
      keepAliveTimeout: 60_000,
      maxHeaderSize: 16_384,
      // We refuse a missing Host ourselves, in the format of every other refusal.
      requireHostHeader: false,
    });
    // HttpConnections enforces the finer limits; this is only the last resort.
    this.#server.maxConnections = limits.all + limits.sockets + limits.silent + limits.unproven;
    this.#attachHandlers(deps.router);
  }

  get port(): number {
    return this.#listenerInfo.port;
  }

  /** Rejects when the address is in use. */
  async listen(host: string, port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const failed = (error: Error): void => {
        this.#server.off('listening', listening);
        reject(error);
      };
      const listening = (): void => {
        this.#server.off('error', failed);
        resolve();
      };
      this.#server.once('error', failed).once('listening', listening);
      this.#server.listen({ host, port, exclusive: true, backlog });
    });
    const { port: taken } = this.#server.address() as AddressInfo;
    this.#listenerInfo = { ...this.#listenerInfo, port: taken, hosts: this.#deps.hosts(taken) };
  }

  /** Does not wait for WebSockets: the route that accepted one closes it, possibly later. */
  dispose(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    this.connections.dispose();
  }

  #attachHandlers(router: RequestRouter): void {
    const receive = (request: IncomingMessage, response: ServerResponse): void => {
      if (!this.#turnedAway.has(request.socket))
        void router.receive(request, response, this.#listenerInfo);
    };
    if (this.#deps.secure) this.#countBeforeTls();
    else
      this.#server.on('connection', (socket: Duplex) => {
        if (this.#mayAccept(socket, true)) this.connections.accept(socket);
      });
    this.#server.on('request', receive);
    // Without these two handlers Node would answer before the request was checked.
    this.#server.on('checkContinue', receive);
    this.#server.on('checkExpectation', receive);
    this.#server.on('upgrade', (request, socket, head) => {
      if (!this.#turnedAway.has(socket)) router.upgrade(request, socket, head, this.#listenerInfo);
    });
    this.#server.on('clientError', (error, socket) => {
      if (this.#turnedAway.has(socket)) return void socket.destroy();
      // No reply is possible before the handshake is finished, and writing one would wait forever.
      if (this.#deps.secure && !this.#secured.has(socket)) return void socket.destroy();
      router.malformed(error, socket);
    });
  }

  /** Ignores whatever the client has sent by then. */
  #mayAccept(socket: Duplex, canSpeak: boolean): boolean {
    if (!descriptors.isShortForClients()) return true;
    this.#turnedAway.add(socket);
    turnAway(socket, canSpeak);
    return false;
  }

  /** Node reports the raw and the TLS socket separately; they share the remote address and port. */
  #countBeforeTls(): void {
    const raw = new Map<string, Socket>();
    this.#server.on('connection', (socket: Socket) => {
      if (!this.#mayAccept(socket, false)) return;
      const end = remoteEnd(socket);
      raw.set(end, socket);
      socket.once('close', () => {
        if (raw.get(end) === socket) raw.delete(end);
      });
      this.connections.accept(socket, { withTls: true });
    });
    this.#server.on('secureConnection', (socket: Socket) => {
      const under = raw.get(remoteEnd(socket));
      if (!under) return void socket.destroy();
      this.#secured.add(socket);
      this.connections.secured(under, socket);
    });
  }
}

const remoteEnd = ({ remoteAddress, remotePort }: Socket): string =>
  `${remoteAddress ?? ''} ${remotePort ?? ''}`;

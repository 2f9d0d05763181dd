/** One place we listen at: its limits and timeouts, said explicitly since Node's are generous. */
import type http from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { connectionLimits, Connections, type ConnectionLimits } from './connections.ts';
import type { Entrance, Front } from './front.ts';

export interface ListenerLimits extends ConnectionLimits {
  readonly headersTimeout: number;
  /** Until the request is there as a whole; how long the answer takes is not its matter. */
  readonly requestTimeout: number;
  readonly connectionsCheckingInterval: number;
}

export const listenerLimits: ListenerLimits = {
  ...connectionLimits,
  headersTimeout: 5_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
};

type ServerOptions = http.ServerOptions;

interface Deps {
  readonly front: Front;
  readonly hosts: (port: number) => readonly string[];
  readonly create: (options: ServerOptions) => http.Server;
  readonly secure?: boolean;
  readonly limits?: Partial<ListenerLimits>;
}

export class Listener implements Disposable {
  readonly connections: Connections;
  readonly #deps: Deps;
  readonly #server: http.Server;
  #entrance: Entrance;

  constructor(deps: Deps) {
    this.#deps = deps;
    const limits = { ...listenerLimits, ...deps.limits };
    this.connections = new Connections(limits);
    this.#entrance = { port: 0, hosts: [], connections: this.connections };
    const { headersTimeout, requestTimeout, connectionsCheckingInterval } = limits;
    this.#server = deps.create({
      headersTimeout,
      requestTimeout,
      connectionsCheckingInterval,
      keepAliveTimeout: 60_000,
      maxHeaderSize: 16_384,
      // A missing Host is refused by us, in the words of every other refusal.
      requireHostHeader: false,
    });
    // Connections counts more finely; this is only the last wall behind it.
    this.#server.maxConnections = limits.all + limits.sockets;
    this.#attend(deps.front);
  }

  get port(): number {
    return this.#entrance.port;
  }

  /** Rejects when the place is taken. */
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
      this.#server.listen({ host, port, exclusive: true });
    });
    const { port: taken } = this.#server.address() as AddressInfo;
    const { connections } = this;
    this.#entrance = { port: taken, hosts: this.#deps.hosts(taken), connections };
  }

  /** Sockets are not waited for: the door that took one in closes it, perhaps after us. */
  dispose(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #attend(front: Front): void {
    const receive = (request: IncomingMessage, response: ServerResponse): void =>
      void front.receive(request, response, this.#entrance);
    const arrival = this.#deps.secure ? 'secureConnection' : 'connection';
    this.#server.on(arrival, (socket: Duplex) => this.connections.accept(socket));
    this.#server.on('request', receive);
    // Without these two, Node would answer by itself before anybody looked at the request.
    this.#server.on('checkContinue', receive);
    this.#server.on('checkExpectation', receive);
    this.#server.on('upgrade', (request, socket, head) =>
      front.upgrade(request, socket, head, this.#entrance),
    );
    this.#server.on('clientError', (error, socket) => front.malformed(error, socket));
  }
}

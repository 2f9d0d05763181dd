/**
 * The same protocol on a Unix domain socket that only the person can open (a named pipe on
 * Windows). Here a plugin without a key may ask to be paired.
 */
import fs from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { readCredential, type Authenticate } from '../wire/credentials.ts';
import { pathOf } from '../wire/loopback-server.ts';
import { endRefused, replyRefused } from '../wire/replies.ts';
import type { PluginHub } from './hub.ts';

interface Deps {
  readonly path: string;
  readonly hub: Pick<PluginHub, 'matches' | 'upgrade' | 'upgradeUnpaired'>;
  readonly authenticate: Authenticate;
}

const mostConnections = 64;

export class PrivateSocket implements Disposable {
  readonly #deps: Deps;
  readonly #server = http.createServer({
    headersTimeout: 5_000,
    requestTimeout: 15_000,
    maxHeaderSize: 16_384,
    requireHostHeader: false,
    connectionsCheckingInterval: 2_000,
  });

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#server.maxConnections = mostConnections;
    this.#server.on('request', (_request, response) => replyRefused(response, 'unknown-route'));
    this.#server.on('clientError', (_error, socket) => {
      if (socket.writable) endRefused(socket, 'bad-request');
      else socket.destroy();
    });
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  async start(): Promise<void> {
    const { path } = this.#deps;
    const isFile = !path.startsWith('\\\\.\\pipe\\');
    // Left by a run that ended badly; one house at a time uses a data folder.
    if (isFile) fs.rmSync(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ path }, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    if (isFile) fs.chmodSync(path, 0o600);
  }

  /** Guests are not waited for: the hub, which closes after us, says goodbye to them. */
  dispose(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const { hub, authenticate } = this.#deps;
    // A page cannot open this socket; what sends an Origin is no plugin.
    if (request.headers.origin !== undefined) return endRefused(socket, 'wrong-origin');
    if (!hub.matches(pathOf(request))) return endRefused(socket, 'unknown-route');
    if (request.headers.authorization === undefined) {
      return hub.upgradeUnpaired(request, socket, head);
    }
    const by = readCredential(request.headers, authenticate);
    if (!by) return endRefused(socket, 'unauthorized');
    if (by.audience !== 'plugin') return endRefused(socket, 'wrong-audience');
    hub.upgrade(request, socket, head, by);
  }
}

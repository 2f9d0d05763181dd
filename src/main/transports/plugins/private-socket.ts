/**
 * The plugin protocol on a Unix domain socket (a named pipe on Windows) that only this user can
 * open. Only here may a plugin without a key ask to be paired. Hooks of agents come here too.
 */
import fs from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ErrorCode } from '../../../shared/errors/errors.ts';
import { TokenBucket } from '../../core/core.ts';
import { connectionLimits, HttpConnections } from '../http/connections.ts';
import { readCredential, type Authenticate } from '../http/credentials.ts';
import { pathOf, failedAttemptRate } from '../http/request-router.ts';
import { endRefused, sentRefusal, replyRefused } from '../http/replies.ts';
import type { HookEndpoint } from '../native/hook-endpoint.ts';
import type { PluginHub } from './hub.ts';

interface Deps {
  readonly path: string;
  readonly hub: Pick<PluginHub, 'matches' | 'upgrade' | 'upgradeUnpaired'>;
  readonly hooks?: Pick<HookEndpoint, 'matches' | 'prove' | 'serve'>;
  readonly authenticate: Authenticate;
  readonly onRefused: (code: ErrorCode) => void;
}

/**
 * Editors stay connected. Connections that have shown no key share the `silent` and `unproven`
 * places.
 */
const limits = {
  ...connectionLimits,
  all: 128,
  perOwner: 64,
  sockets: 64,
  silent: 96,
  unproven: 32,
};
const monotonic = (): number => performance.now();

export class PrivateSocket implements Disposable {
  readonly #deps: Deps;
  readonly #tries = new TokenBucket({ monotonic }, failedAttemptRate);
  readonly #upgrades = new TokenBucket({ monotonic }, failedAttemptRate);
  readonly #connections = new HttpConnections(limits);
  readonly #server = http.createServer({
    headersTimeout: 5_000,
    requestTimeout: 15_000,
    maxHeaderSize: 16_384,
    requireHostHeader: false,
    connectionsCheckingInterval: 2_000,
  });

  constructor(deps: Deps) {
    this.#deps = deps;
    const { all, sockets, silent, unproven } = limits;
    this.#server.maxConnections = all + sockets + silent + unproven;
    this.#server.on('connection', (socket) => this.#connections.accept(socket));
    this.#server.on('request', (request, response) => void this.#receive(request, response));
    this.#server.on('clientError', (_error, socket) => {
      if (!socket.writable) return void socket.destroy();
      deps.onRefused('bad-request');
      endRefused(socket, 'bad-request');
    });
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  async start(): Promise<void> {
    const { path } = this.#deps;
    const isFile = !path.startsWith('\\\\.\\pipe\\');
    // Removes the socket file of a crashed run. Only one app at a time uses a data folder.
    if (isFile) fs.rmSync(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen({ path, backlog: 40 }, () => {
        this.#server.off('error', reject);
        resolve();
      });
    });
    if (isFile) fs.chmodSync(path, 0o600);
  }

  /** Does not wait for connections: the hub, which is disposed afterwards, closes them. */
  dispose(): void {
    this.#server.close();
    this.#server.closeAllConnections();
    this.#connections.dispose();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refusal = await this.#serve(request, response).catch((): ErrorCode => 'action-failed');
    if (refusal && !response.headersSent) replyRefused(response, refusal);
    const sent = refusal ?? sentRefusal(response);
    if (sent) this.#deps.onRefused(sent);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<ErrorCode | null> {
    const { hooks, authenticate } = this.#deps;
    if (!hooks?.matches(pathOf(request))) return 'unknown-route';
    if (request.headers.origin !== undefined) return 'wrong-origin';
    if (hooks.prove(request, response)) return null;
    const by = readCredential(request.headers, authenticate);
    if (!by) return this.#tries.take() ? 'unauthorized' : 'too-many-tries';
    if (by.audience !== 'client') return 'wrong-audience';
    if (!this.#connections.proved(request.socket, by)) return 'too-many-connections';
    await hooks.serve(request, response, by);
    return null;
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const refusal = this.#pass(request, socket, head);
    // The hub itself refuses an invalid handshake or a wrong path.
    const refusalCode = refusal ?? sentRefusal(socket);
    if (refusalCode) this.#deps.onRefused(refusalCode);
    if (!refusal) return;
    if (this.#upgrades.take()) endRefused(socket, refusal);
    else socket.destroy();
  }

  #pass(request: IncomingMessage, socket: Duplex, head: Buffer): ErrorCode | null {
    const { hub, authenticate } = this.#deps;
    // Web pages cannot open this socket, so a request with an Origin is not from a plugin.
    if (request.headers.origin !== undefined) return 'wrong-origin';
    if (!hub.matches(pathOf(request))) return 'unknown-route';
    if (request.headers.authorization === undefined) {
      this.#connections.release(socket);
      hub.upgradeUnpaired(request, socket, head);
      return null;
    }
    const by = readCredential(request.headers, authenticate);
    if (!by) return this.#tries.take() ? 'unauthorized' : 'too-many-tries';
    if (by.audience !== 'plugin') return 'wrong-audience';
    if (!this.#connections.upgraded(socket, by)) return 'too-many-connections';
    hub.upgrade(request, socket, head, by);
    return null;
  }
}

/** The listener on 127.0.0.1: always open, and the only one by default. */
import http from 'node:http';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Audience } from './credentials.ts';
import {
  RequestRouter,
  type HttpRoute,
  type RequestRouterDeps,
  type SocketRoute,
} from './request-router.ts';
import { HttpListener, type ListenerLimits } from './listener.ts';

export { pathOf, type HttpRoute, type SocketRoute } from './request-router.ts';

const host = '127.0.0.1';
const portsToTry = 50;

export class LoopbackServer implements Disposable {
  readonly router: RequestRouter;
  readonly #listener: HttpListener;

  constructor(deps: RequestRouterDeps & { readonly limits?: Partial<ListenerLimits> }) {
    this.router = new RequestRouter(deps);
    this.#listener = new HttpListener({
      router: this.router,
      hosts: (port) => [`${host}:${port}`, `localhost:${port}`],
      create: (options) => http.createServer(options),
      ...(deps.limits ? { limits: deps.limits } : {}),
    });
  }

  get port(): number {
    return this.#listener.port;
  }

  /** How many connections are open. */
  get connections(): number {
    return this.#listener.connections.count;
  }

  open<Of extends Audience>(route: HttpRoute<Of>): void {
    this.router.open(route);
  }

  openSocket<Of extends Audience>(route: SocketRoute<Of>): void {
    this.router.openSocket(route);
  }

  /** The wanted port, or the next free one. */
  async start(wanted: number): Promise<number> {
    const last = wanted === 0 ? 0 : Math.min(wanted + portsToTry, 65_535);
    for (let port = wanted; port <= last; port += 1) {
      if (await this.#isFree(port)) return this.port;
    }
    if (await this.#isFree(0)) return this.port;
    throw new Error(`no free port on ${host}`);
  }

  dispose(): void {
    this.#listener.dispose();
  }

  async #isFree(port: number): Promise<boolean> {
    try {
      await this.#listener.listen(host, port);
      return true;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' || code === 'EACCES') return false;
      throw error;
    }
  }
}

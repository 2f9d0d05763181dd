/** The listener on 127.0.0.1, which is always there and the only one by default. */
import http from 'node:http';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Audience } from './credentials.ts';
import { Front, type Door, type FrontDeps, type SocketDoor } from './front.ts';
import { Listener, type ListenerLimits } from './listener.ts';

export { pathOf, type Door, type SocketDoor } from './front.ts';

const host = '127.0.0.1';
const portsToTry = 50;

export class LoopbackServer implements Disposable {
  readonly front: Front;
  readonly #listener: Listener;

  constructor(deps: FrontDeps & { readonly limits?: Partial<ListenerLimits> }) {
    this.front = new Front(deps);
    this.#listener = new Listener({
      front: this.front,
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

  open<Of extends Audience>(door: Door<Of>): void {
    this.front.open(door);
  }

  openSocket<Of extends Audience>(door: SocketDoor<Of>): void {
    this.front.openSocket(door);
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

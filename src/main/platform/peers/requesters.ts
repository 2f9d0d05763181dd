/**
 * Which process asks to be paired, so that one process cannot take the places of all others.
 * Looked up once per connection and a few at a time, because a lookup costs us more than the
 * request costs them.
 */
import type { Socket } from 'node:net';
import type { PeerFinder } from './peer-finder.ts';

export type RequesterOf = (socket: Socket) => Promise<string>;

const maxConcurrent = 2;
const maxWaiting = 16;
/** Requesters that cannot be told apart count as one. */
const unknown = 'unknown';

export class Requesters {
  readonly #finder: Pick<PeerFinder, 'find' | 'findUnix'>;
  readonly #known = new WeakMap<Socket, Promise<string>>();
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;

  constructor(finder: Pick<PeerFinder, 'find' | 'findUnix'>) {
    this.#finder = finder;
  }

  readonly of: RequesterOf = (socket) => {
    const known = this.#known.get(socket) ?? this.#findRequester(socket);
    this.#known.set(socket, known);
    return known;
  };

  async #findRequester(socket: Socket): Promise<string> {
    if (this.#waiting.length >= maxWaiting) return unknown;
    if (this.#underWay >= maxConcurrent) {
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    }
    this.#underWay += 1;
    try {
      const peer = await this.#find(socket);
      return peer ? `${peer.pid} ${peer.startedAt ?? ''}` : unknown;
    } catch {
      return unknown;
    } finally {
      this.#underWay -= 1;
      this.#waiting.shift()?.();
    }
  }

  #find(socket: Socket): ReturnType<PeerFinder['find']> {
    const { localAddress, localPort, remoteAddress, remotePort } = socket;
    if (!localAddress || !localPort || !remoteAddress || !remotePort)
      return this.#finder.findUnix(socket);
    return this.#finder.find({ localAddress, localPort, remoteAddress, remotePort });
  }
}

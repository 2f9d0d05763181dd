/**
 * Raw connections without a valid credential. The pool is small and evicts the oldest connection of
 * the address that uses most of it, so a flood only evicts itself.
 */
import type { Duplex } from 'node:stream';
import { isIPv6 } from 'node:net';

interface UnprovenConnection {
  readonly address: string;
  /** When it was accepted, and when bytes were last seen to arrive. */
  at: number;
  bytes: number;
}

export class UnprovenPool {
  readonly #most: number;
  /** The oldest first. */
  readonly #waiting = new Map<Duplex, UnprovenConnection>();
  readonly #byAddress = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** The connection to evict; null while the pool is not full. */
  add(socket: Duplex, waiting: UnprovenConnection): Duplex | null {
    this.#waiting.set(socket, waiting);
    this.#byAddress.set(waiting.address, (this.#byAddress.get(waiting.address) ?? 0) + 1);
    return this.size > this.#most ? this.oldest() : null;
  }

  delete(socket: Duplex): UnprovenConnection | null {
    const waiting = this.#waiting.get(socket);
    if (!waiting) return null;
    this.#waiting.delete(socket);
    const rest = (this.#byAddress.get(waiting.address) ?? 1) - 1;
    if (rest > 0) this.#byAddress.set(waiting.address, rest);
    else this.#byAddress.delete(waiting.address);
    return waiting;
  }

  entries(): readonly (readonly [Duplex, UnprovenConnection])[] {
    return [...this.#waiting];
  }

  /** The oldest connection of an address with a large share, or else the oldest of all. */
  oldest(): Duplex | null {
    let busiest: string | null = null;
    let most = this.#most / 4;
    for (const [address, count] of this.#byAddress) {
      if (count > most) [busiest, most] = [address, count];
    }
    for (const [socket, { address }] of this.#waiting) {
      if (busiest === null || address === busiest) return socket;
    }
    return null;
  }
}

/** One machine or network: IPv6 by its /64; '' for a Unix socket. */
export function addressOf(socket: Duplex): string {
  const address = (socket as { remoteAddress?: string }).remoteAddress ?? '';
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv6(plain) ? firstGroups(plain).join(':') : plain;
}

/** The first four groups, with what `::` stands for written out. */
function firstGroups(address: string): readonly string[] {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail === undefined) return groups.slice(0, 4);
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0');
  return [...groups, ...zeros, ...after].slice(0, 4);
}

/** Bytes received so far, including those of the TLS handshake. */
export const bytesFrom = (socket: Duplex): number =>
  (socket as { bytesRead?: number }).bytesRead ?? 0;

/**
 * Connection limits, counted on raw connections before TLS. Connections without a valid credential
 * share a small pool from which the oldest is evicted, so a flood cannot lock out authenticated
 * clients. Connections that never sent a byte have a separate pool and cannot evict those that did.
 */
import { isIPv6, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { ownerOf, type Credential } from './credentials.ts';

export interface ConnectionLimits {
  readonly all: number;
  /** Unauthenticated connections that have sent something. */
  readonly unproven: number;
  /** Connections that have not sent a byte. */
  readonly silent: number;
  readonly perOwner: number;
  readonly perSession: number;
  /** WebSockets are long-lived, so they are counted separately. */
  readonly sockets: number;
  /** An unauthenticated connection is closed after this long without a new byte. */
  readonly unprovenMs: number;
  /** Limit for the TLS handshake, whatever is sent meanwhile. */
  readonly handshakeMs: number;
}

export const connectionLimits: ConnectionLimits = {
  all: 256,
  unproven: 64,
  silent: 160,
  perOwner: 128,
  perSession: 16,
  sockets: 2_048,
  unprovenMs: 10_000,
  handshakeMs: 5_000,
};

interface ConnectionCount {
  readonly byOwner: Map<string, number>;
  size: number;
}

const noConnections = (): ConnectionCount => ({ byOwner: new Map(), size: 0 });
const sweepEveryMs = 1_000;

export class HttpConnections {
  readonly #limits: ConnectionLimits;
  readonly #silent: UnprovenPool;
  readonly #unproven: UnprovenPool;
  /** When each raw connection with an unfinished TLS handshake was accepted. */
  readonly #handshakes = new Map<Duplex, number>();
  readonly #requests = noConnections();
  readonly #sockets = noConnections();
  readonly #counted = new Map<
    Duplex,
    { readonly places: ConnectionCount; readonly owner: string }
  >();
  #sweeping: NodeJS.Timeout | null = null;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    this.#silent = new UnprovenPool(limits.silent);
    this.#unproven = new UnprovenPool(limits.unproven);
  }

  get count(): number {
    return this.#silent.size + this.#unproven.size + this.#counted.size;
  }

  /** Registers a raw connection; with `withTls` it stays in the handshake until `secured`. */
  accept(socket: Duplex, { withTls = false } = {}): void {
    const waiting = { address: addressOf(socket), at: performance.now(), bytes: 0 };
    socket.once('close', () => this.#leave(socket));
    if (withTls) this.#handshakes.set(socket, waiting.at);
    const tooMany = this.#silent.add(socket, waiting);
    if (tooMany) this.#sortOut(tooMany);
    this.#scheduleSweep();
  }

  /** From now on the TLS socket stands for the raw connection. */
  secured(raw: Duplex, socket: Duplex): void {
    this.#handshakes.delete(raw);
    const waiting = this.#silent.delete(raw) ?? this.#unproven.delete(raw);
    // It was evicted during the handshake.
    if (!waiting) return void socket.destroy();
    socket.once('close', () => this.#leave(socket));
    this.#moveOn(socket, { ...waiting, at: performance.now(), bytes: bytesFrom(socket) });
  }

  /** False when its owner has too many already. */
  proved(socket: Duplex, credential: Credential): boolean {
    return this.#counted.has(socket) || this.#place(socket, credential, this.#requests);
  }

  upgraded(socket: Duplex, credential: Credential): boolean {
    return this.#place(socket, credential, this.#sockets);
  }

  /** Stops counting a socket that another part counts and closes. */
  release(socket: Duplex): void {
    this.#leave(socket);
  }

  /** Closes all connections. */
  endAll(): void {
    const unproven = [...this.#silent.entries(), ...this.#unproven.entries()];
    for (const [socket] of unproven) socket.destroy();
    for (const socket of [...this.#counted.keys()]) socket.destroy();
  }

  dispose(): void {
    if (this.#sweeping) clearTimeout(this.#sweeping);
    this.#sweeping = null;
  }

  #place(socket: Duplex, credential: Credential, places: ConnectionCount): boolean {
    const { perSession, perOwner, sockets, all } = this.#limits;
    const owner = ownerOf(credential);
    const own = places.byOwner.get(owner) ?? 0;
    const maxOwn = credential.audience === 'session' ? perSession : perOwner;
    const most = places === this.#sockets ? sockets : all;
    if (own >= maxOwn || places.size >= most) return false;
    this.#leave(socket);
    this.#counted.set(socket, { places, owner });
    places.byOwner.set(owner, own + 1);
    places.size += 1;
    return true;
  }

  #leave(socket: Duplex): void {
    this.#handshakes.delete(socket);
    this.#silent.delete(socket);
    this.#unproven.delete(socket);
    const counted = this.#counted.get(socket);
    if (!counted) return;
    this.#counted.delete(socket);
    const { places, owner } = counted;
    const rest = (places.byOwner.get(owner) ?? 1) - 1;
    if (rest > 0) places.byOwner.set(owner, rest);
    else places.byOwner.delete(owner);
    places.size -= 1;
  }

  /** Moves connections that have sent something to the other pool; closes the first that has not. */
  #sortOut(first: Duplex): void {
    let next: Duplex | null = first;
    while (next && this.#silent.size > this.#limits.silent) {
      const waiting = this.#silent.delete(next);
      const bytes = bytesFrom(next);
      if (waiting && bytes > 0) this.#moveOn(next, { ...waiting, bytes });
      else next.destroy();
      next = this.#silent.oldest();
    }
  }

  #moveOn(socket: Duplex, waiting: Parameters<UnprovenPool['add']>[1]): void {
    const tooMany = this.#unproven.add(socket, waiting);
    if (tooMany) this.#end(tooMany);
  }

  #end(socket: Duplex): void {
    this.#leave(socket);
    socket.destroy();
  }

  #scheduleSweep(): void {
    this.#sweeping ??= setTimeout(() => {
      this.#sweeping = null;
      this.#sweep(performance.now());
      if (this.#silent.size + this.#unproven.size > 0) this.#scheduleSweep();
    }, sweepEveryMs).unref();
  }

  /** Node's own timeouts start at the first byte of a request, so they miss silent connections and unread responses. */
  #sweep(now: number): void {
    const { unprovenMs, handshakeMs } = this.#limits;
    for (const [socket, since] of [...this.#handshakes]) {
      if (now - since >= handshakeMs) this.#end(socket);
    }
    for (const [socket, waiting] of [...this.#silent.entries(), ...this.#unproven.entries()]) {
      const bytes = bytesFrom(socket);
      if (bytes > waiting.bytes) Object.assign(waiting, { bytes, at: now });
      else if (now - waiting.at >= unprovenMs) this.#end(socket);
    }
  }
}

interface UnprovenConnection {
  readonly address: string;
  /** When it was accepted, and when bytes were last seen to arrive. */
  at: number;
  bytes: number;
}

/**
 * Raw connections without a valid credential. The pool is small and evicts the oldest connection of
 * the address that uses most of it, so a flood only evicts itself.
 */
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
  const plain = plainAddress((socket as { remoteAddress?: string }).remoteAddress ?? '');
  return isIPv6(plain) ? firstGroups(plain).join(':') : plain;
}

/** Undefined for the loopback listener, where the caller is always on this machine. */
export function remoteAddressOf(socket: Socket): string | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  return plainAddress(socket.remoteAddress ?? 'unknown').slice(0, 100);
}

const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

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

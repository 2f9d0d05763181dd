/**
 * The accept limit. Whoever has shown no valid credential yet shares a few places, of which the
 * oldest gives way; so a flood of silent connections keeps nobody out who has a credential.
 */
import type { Duplex } from 'node:stream';
import { ownerOf, type Credential } from './credentials.ts';

export interface ConnectionLimits {
  readonly all: number;
  readonly unproven: number;
  readonly perOwner: number;
  readonly perSession: number;
  /** WebSockets are meant to stay, so they are counted apart. */
  readonly sockets: number;
}

export const connectionLimits: ConnectionLimits = {
  all: 256,
  unproven: 64,
  perOwner: 128,
  perSession: 16,
  sockets: 2_048,
};

interface Places {
  readonly byOwner: Map<string, number>;
  size: number;
}

const noPlaces = (): Places => ({ byOwner: new Map(), size: 0 });

export class Connections {
  readonly #limits: ConnectionLimits;
  readonly #unproven = new Set<Duplex>();
  readonly #requests = noPlaces();
  readonly #sockets = noPlaces();
  readonly #placed = new Map<Duplex, { readonly places: Places; readonly owner: string }>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#unproven.size + this.#placed.size;
  }

  accept(socket: Duplex): void {
    const isFull = this.#unproven.size + this.#requests.size >= this.#limits.all;
    if (isFull && !this.#dropOldest()) return void socket.destroy();
    this.#unproven.add(socket);
    socket.once('close', () => this.#leave(socket));
    if (this.#unproven.size > this.#limits.unproven) this.#dropOldest();
  }

  /** False when its owner has too many already. */
  proved(socket: Duplex, credential: Credential): boolean {
    return this.#placed.has(socket) || this.#place(socket, credential, this.#requests);
  }

  upgraded(socket: Duplex, credential: Credential): boolean {
    return this.#place(socket, credential, this.#sockets);
  }

  /** Nobody is served any longer, however they came in. */
  endAll(): void {
    for (const socket of [...this.#unproven, ...this.#placed.keys()]) socket.destroy();
  }

  #place(socket: Duplex, credential: Credential, places: Places): boolean {
    const { perSession, perOwner, sockets, all } = this.#limits;
    const owner = ownerOf(credential);
    const own = places.byOwner.get(owner) ?? 0;
    const mostOwn = credential.audience === 'session' ? perSession : perOwner;
    const most = places === this.#sockets ? sockets : all;
    if (own >= mostOwn || places.size >= most) return false;
    this.#leave(socket);
    this.#placed.set(socket, { places, owner });
    places.byOwner.set(owner, own + 1);
    places.size += 1;
    return true;
  }

  #leave(socket: Duplex): void {
    this.#unproven.delete(socket);
    const placed = this.#placed.get(socket);
    if (!placed) return;
    this.#placed.delete(socket);
    const { places, owner } = placed;
    const rest = (places.byOwner.get(owner) ?? 1) - 1;
    if (rest > 0) places.byOwner.set(owner, rest);
    else places.byOwner.delete(owner);
    places.size -= 1;
  }

  #dropOldest(): boolean {
    const [oldest] = this.#unproven;
    if (!oldest) return false;
    this.#unproven.delete(oldest);
    oldest.destroy();
    return true;
  }
}

/**
 * Single-use tickets, valid for half a minute. A browser cannot send a header when it opens a
 * WebSocket, so it offers a ticket as a subprotocol instead of a key.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../core/dependencies.ts';
import { sha256 } from '../../platform/keys/tokens.ts';
import { subprotocol } from './socket-server.ts';
import type { Credential } from '../http/credentials.ts';

interface Ticket {
  readonly credential: Credential;
  readonly until: number;
}

export const ticketSeconds = 30;
const maxOpen = 256;

export class Tickets {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** By digest, so that the time of a lookup reveals nothing about valid tickets. */
  readonly #open = new Map<string, Ticket>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  issue(credential: Credential): string {
    const ticket = randomBytes(32).toString('base64url');
    const until = this.#clock.monotonic() + ticketSeconds * 1000;
    this.#open.set(sha256(ticket), { credential, until });
    const [oldest] = this.#open.keys();
    if (this.#open.size > maxOpen && oldest !== undefined) this.#open.delete(oldest);
    return ticket;
  }

  /** What they were issued for no longer counts. */
  clear(): void {
    this.#open.clear();
  }

  /** Uses the ticket up, even if the request is refused later. */
  readonly take = (request: IncomingMessage): Credential | null => {
    const [first, ticket, ...more] = offeredIn(request);
    if (first !== subprotocol || ticket === undefined || more.length > 0) return null;
    const digest = sha256(ticket);
    const found = this.#open.get(digest);
    this.#open.delete(digest);
    if (!found || found.until <= this.#clock.monotonic()) return null;
    return found.credential;
  };
}

const offeredIn = ({ headers }: IncomingMessage): readonly string[] =>
  (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());

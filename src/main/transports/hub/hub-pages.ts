/**
 * Web pages that may join `/hub`. A page needs both: an origin that the user allowed, and a ticket that a
 * holder of the management token got for it. The origin alone could be forged by any local program; with the
 * ticket alone, any page could use one that leaked.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Settings } from '../../../shared/app/settings.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { Credential } from '../http/credentials.ts';
import type { HttpRoute } from '../http/request-router.ts';
import { replyJson } from '../http/replies.ts';
import { Tickets, ticketSeconds } from '../sockets/tickets.ts';

interface Deps {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly settings: Pick<Settings, 'backend'>;
}

const isHub = ({ url = '' }: IncomingMessage): boolean => url === '/hub';

export class HubPages implements HttpRoute<'management'> {
  readonly audience = 'management';
  readonly #deps: Deps;
  readonly #tickets: Tickets;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#tickets = new Tickets(deps.clock);
  }

  matches(method: string, path: string): boolean {
    return method === 'POST' && path === '/hub/ticket';
  }

  async serve(_request: IncomingMessage, response: ServerResponse): Promise<void> {
    const ticket = this.#tickets.issue({ audience: 'management' });
    replyJson(response, 200, { ticket, seconds: ticketSeconds });
  }

  /** The management token was replaced, and with it what the old one was good for. */
  forgetTickets(): void {
    this.#tickets.clear();
  }

  readonly isAllowed = (origin: string): boolean =>
    this.#deps.settings.backend.pageOrigins.includes(origin);

  readonly mayComeFrom = (request: IncomingMessage, origin: string): boolean =>
    isHub(request) && this.isAllowed(origin);

  /** It opens the hub and nothing else. */
  readonly take = (request: IncomingMessage): Credential | null =>
    isHub(request) ? this.#tickets.take(request) : null;
}

/** Issues tickets to paired extensions, which they use to open their WebSocket. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BrowserKeys } from '../../platform/keys/browser-keys.ts';
import type { Credential } from '../http/credentials.ts';
import type { HttpRoute } from '../http/loopback-server.ts';
import { replyJson, replyRefused } from '../http/replies.ts';
import { ticketSeconds, type Tickets } from '../sockets/tickets.ts';

interface Deps {
  readonly browserKeys: BrowserKeys;
  readonly tickets: Tickets;
}

export class TicketRoute implements HttpRoute<'browser'> {
  readonly audience = 'browser';
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  matches(method: string, path: string): boolean {
    return method === 'POST' && path === '/browser/ticket';
  }

  async serve(
    { headers }: IncomingMessage,
    response: ServerResponse,
    credential: Extract<Credential, { audience: 'browser' }>,
  ): Promise<void> {
    const { browserKeys, tickets } = this.#deps;
    // A key is valid only for the extension that it was issued to.
    if (headers.origin !== browserKeys.find(credential.browserId)?.origin)
      return replyRefused(response, 'wrong-origin');
    replyJson(response, 200, { ticket: tickets.issue(credential), seconds: ticketSeconds });
  }
}

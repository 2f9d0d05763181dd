/** Server-sent events, one JSON-RPC message each. A reader that is too slow is cut off. */
import type { ServerResponse } from 'node:http';
import {
  eventStreamType,
  eventText,
  heartbeatText,
} from '../../../shared/protocols/server-sent-events.ts';

const maxUnsentBytes = 4 * 1_048_576;

export class EventStream {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.writeHead(200, { 'Content-Type': eventStreamType });
    response.flushHeaders();
  }

  sendHeartbeat(): void {
    this.#write(heartbeatText);
  }

  /** A message as JSON. */
  send(text: string): void {
    this.#write(eventText('message', text));
  }

  end(): void {
    if (!this.#response.writableEnded) this.#response.end();
  }

  #write(text: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    this.#response.write(text);
    if (this.#response.writableLength > maxUnsentBytes) this.#response.destroy();
  }
}

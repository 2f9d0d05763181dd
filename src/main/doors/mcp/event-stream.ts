/** Server-sent events, one JSON-RPC message each. A reader that is too slow is cut off. */
import type { ServerResponse } from 'node:http';

const mostWaitingBytes = 4 * 1_048_576;

export class EventStream {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.flushHeaders();
  }

  /** A message as JSON. */
  send(text: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    this.#response.write(`event: message\ndata: ${text}\n\n`);
    if (this.#response.writableLength > mostWaitingBytes) this.#response.destroy();
  }

  end(): void {
    if (!this.#response.writableEnded) this.#response.end();
  }
}

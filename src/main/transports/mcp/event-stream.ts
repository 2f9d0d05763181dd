/** Server-sent events, one JSON-RPC message each. A reader that is too slow is cut off. */
import type { ServerResponse } from 'node:http';

const maxWaitingBytes = 4 * 1_048_576;

export class EventStream {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.flushHeaders();
  }

  /** Keeps an idle stream open: many clients give up after five minutes of silence. */
  beat(): void {
    this.#write(': still here\n\n');
  }

  /** A message as JSON. */
  send(text: string): void {
    this.#write(`event: message\ndata: ${text}\n\n`);
  }

  end(): void {
    if (!this.#response.writableEnded) this.#response.end();
  }

  #write(text: string): void {
    if (this.#response.writableEnded || this.#response.destroyed) return;
    this.#response.write(text);
    if (this.#response.writableLength > maxWaitingBytes) this.#response.destroy();
  }
}

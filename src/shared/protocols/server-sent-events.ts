/** Server-sent events: the text that servers write and the parser that clients read with. */

export interface SentEvent {
  readonly event: string;
  readonly data: string;
  /** The id of this event, or the last id before it. */
  readonly id: string;
}

export const eventStreamType = 'text/event-stream';

/** `data` must be one line, as JSON is. */
export const eventText = (event: string, data: string, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`;

/**
 * A comment. It keeps an idle stream open: many clients give up after five minutes of silence.
 */
export const heartbeatText = ': still here\n\n';

/** Parses events as their bytes arrive. */
export class EventReader {
  readonly #decoder = new TextDecoder();
  readonly #maxLength: number;
  #rest: string[] = [];
  /** Characters of the incomplete event. */
  #length = 0;
  #data: string[] = [];
  #event = 'message';
  #id = '';

  /** `push` throws if an event is longer than this. */
  constructor(maxEventLength = Number.POSITIVE_INFINITY) {
    this.#maxLength = maxEventLength;
  }

  /** Returns the events completed by these bytes. */
  push(bytes: Uint8Array): readonly SentEvent[] {
    const [first = '', ...lines] = this.#decoder.decode(bytes, { stream: true }).split('\n');
    this.#keep(first);
    return lines.flatMap((next) => {
      const line = this.#rest.join('');
      this.#rest = [];
      const events = this.#line(line.endsWith('\r') ? line.slice(0, -1) : line);
      this.#keep(next);
      return events;
    });
  }

  #keep(text: string): void {
    this.#rest.push(text);
    this.#length += text.length;
    if (this.#length > this.#maxLength) throw new Error('An event of the stream is too long.');
  }

  #line(line: string): readonly SentEvent[] {
    if (line === '') return this.#finish();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.#data.push(value);
    if (field === 'event') this.#event = value;
    if (field === 'id') this.#id = value;
    return [];
  }

  #finish(): readonly SentEvent[] {
    const event = { event: this.#event, data: this.#data.join('\n'), id: this.#id };
    const isEmpty = this.#data.length === 0;
    this.#data = [];
    this.#length = 0;
    this.#event = 'message';
    return isEmpty ? [] : [event];
  }
}

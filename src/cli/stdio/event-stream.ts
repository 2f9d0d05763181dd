/** Parses server-sent events as they arrive. */
export class EventReader {
  readonly #decoder = new TextDecoder();
  #rest = '';
  #data: string[] = [];
  #event = 'message';
  #id = '';

  /** Returns the events completed by these bytes. */
  push(bytes: Uint8Array): readonly SentEvent[] {
    const lines = `${this.#rest}${this.#decoder.decode(bytes, { stream: true })}`.split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#line(line.endsWith('\r') ? line.slice(0, -1) : line));
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
    const empty = this.#data.length === 0;
    this.#data = [];
    this.#event = 'message';
    return empty ? [] : [event];
  }
}

export interface SentEvent {
  readonly event: string;
  readonly data: string;
  /** The id of this event, or the last id before it. */
  readonly id: string;
}

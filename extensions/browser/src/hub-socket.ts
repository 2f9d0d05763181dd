/** The connection to Gatehouse: kept alive while it stands, made again when it breaks. */
import { keepAliveMs, type TaggedMessage } from '../../../src/shared/browser.ts';
import { isProven, post, type Pairing } from './house.ts';
import { isObject, type Connection } from './page-messages.ts';

interface Deps {
  readonly hear: (message: TaggedMessage) => Promise<TaggedMessage | null>;
  readonly changed: () => void;
}

const shortestWaitMs = 500;
const longestWaitMs = 15_000;

export class HubSocket {
  readonly #deps: Deps;
  #socket: WebSocket | null = null;
  #state: Connection['state'] = 'connecting';
  #place: { readonly port: number; readonly pairing: Pairing } | null = null;
  #again: ReturnType<typeof setTimeout> | null = null;
  #alive: ReturnType<typeof setInterval> | null = null;
  #waitMs = shortestWaitMs;
  #opening = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get state(): Connection['state'] {
    return this.#state;
  }

  /** Connects from now on there, and nowhere else. */
  use(place: { readonly port: number; readonly pairing: Pairing } | null): void {
    this.#place = place;
    this.#socket?.close();
    this.#waitMs = shortestWaitMs;
    if (place) void this.connect();
  }

  /** Does nothing when it stands already. */
  async connect(): Promise<void> {
    const place = this.#place;
    if (!place || this.#socket || this.#opening) return;
    this.#opening = true;
    try {
      const ticket = await this.#ticket(place);
      if (ticket !== null && this.#place === place) this.#open(place.port, ticket);
      else if (this.#state !== 'forgotten') this.#later();
    } finally {
      this.#opening = false;
    }
  }

  tell(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  async #ticket({ port, pairing }: { port: number; pairing: Pairing }): Promise<string | null> {
    const proven = await isProven(port, pairing);
    if (!proven) return this.#failed(proven === null ? 'not-there' : 'not-proven');
    const reply = await post(port, '/browser/ticket', {}, pairing.key);
    if (reply?.status === 401) return this.#failed('forgotten');
    const ticket = reply?.json['ticket'];
    return typeof ticket === 'string' ? ticket : this.#failed('not-there');
  }

  #failed(state: Connection['state']): null {
    this.#show(state);
    return null;
  }

  #open(port: number, ticket: string): void {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/?type=extension`, [
      'gatehouse.v1',
      ticket,
    ]);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#waitMs = shortestWaitMs;
      this.#show('connected');
      // Its browser puts a worker to sleep that neither sends nor receives.
      this.#alive = setInterval(() => this.tell(ping()), keepAliveMs);
    });
    socket.addEventListener('message', ({ data }) => void this.#hear(socket, data));
    socket.addEventListener('close', () => this.#closed());
  }

  async #hear(socket: WebSocket, data: unknown): Promise<void> {
    const message: unknown = typeof data === 'string' ? JSON.parse(data) : null;
    if (!isObject(message)) return;
    const answer = await this.#deps.hear(message as unknown as TaggedMessage);
    if (answer && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(answer));
  }

  #closed(): void {
    this.#socket = null;
    if (this.#alive !== null) clearInterval(this.#alive);
    this.#alive = null;
    this.#show('connecting');
    if (this.#place) this.#later();
  }

  #later(): void {
    if (this.#again !== null) return;
    this.#again = setTimeout(() => {
      this.#again = null;
      void this.connect();
    }, this.#waitMs);
    this.#waitMs = Math.min(this.#waitMs * 2, longestWaitMs);
  }

  #show(state: Connection['state']): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#deps.changed();
  }
}

const ping = (): object => ({ jsonrpc: '2.0', id: crypto.randomUUID(), method: 'ping' });

/** The WebSocket to Gatehouse: sends keep-alives and reconnects when it breaks. */
import { keepAliveMs, type TaggedMessage } from '../../../src/shared/integrations/browser.ts';
import { isProven, post, type HubPairing } from './app-client.ts';
import { isObject } from '../../../src/shared/base/is-object.ts';
import type { HubConnection } from './page-messages.ts';

interface Deps {
  readonly onMessage: (message: TaggedMessage) => Promise<TaggedMessage | null>;
  readonly changed: () => void;
}

const minWaitMs = 500;
const maxWaitMs = 15_000;

export class HubSocket {
  readonly #deps: Deps;
  #socket: WebSocket | null = null;
  #state: HubConnection['state'] = 'connecting';
  #target: { readonly port: number; readonly pairing: HubPairing } | null = null;
  #retryTimer: ReturnType<typeof setTimeout> | null = null;
  #alive: ReturnType<typeof setInterval> | null = null;
  #waitMs = minWaitMs;
  #opening = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get state(): HubConnection['state'] {
    return this.#state;
  }

  /** Sets the only address to connect to; null stops connecting. */
  use(target: { readonly port: number; readonly pairing: HubPairing } | null): void {
    this.#target = target;
    this.#socket?.close();
    this.#waitMs = minWaitMs;
    if (target) void this.connect();
  }

  /** Does nothing if already connected. */
  async connect(): Promise<void> {
    const target = this.#target;
    if (!target || this.#socket || this.#opening) return;
    this.#opening = true;
    try {
      const ticket = await this.#ticket(target);
      if (ticket !== null && this.#target === target) this.#open(target.port, ticket);
      else if (this.#state !== 'forgotten') this.#reconnectLater();
    } finally {
      this.#opening = false;
    }
  }

  notify(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  async #ticket({ port, pairing }: { port: number; pairing: HubPairing }): Promise<string | null> {
    const proven = await isProven(port, pairing);
    if (!proven) return this.#failed(proven === null ? 'not-there' : 'not-proven');
    const reply = await post(port, '/browser/ticket', {}, pairing.key);
    if (reply?.status === 401) return this.#failed('forgotten');
    const ticket = reply?.json['ticket'];
    return typeof ticket === 'string' ? ticket : this.#failed('not-there');
  }

  #failed(state: HubConnection['state']): null {
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
      this.#waitMs = minWaitMs;
      this.#show('connected');
      // The browser suspends a worker that neither sends nor receives.
      this.#alive = setInterval(() => this.notify(ping()), keepAliveMs);
    });
    socket.addEventListener('message', ({ data }) => void this.#onMessage(socket, data));
    socket.addEventListener('close', () => this.#closed());
  }

  async #onMessage(socket: WebSocket, data: unknown): Promise<void> {
    const message: unknown = typeof data === 'string' ? JSON.parse(data) : null;
    if (!isObject(message)) return;
    const answer = await this.#deps.onMessage(message as unknown as TaggedMessage);
    if (answer && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(answer));
  }

  #closed(): void {
    this.#socket = null;
    if (this.#alive !== null) clearInterval(this.#alive);
    this.#alive = null;
    this.#show('connecting');
    if (this.#target) this.#reconnectLater();
  }

  #reconnectLater(): void {
    if (this.#retryTimer !== null) return;
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = null;
      void this.connect();
    }, this.#waitMs);
    this.#waitMs = Math.min(this.#waitMs * 2, maxWaitMs);
  }

  #show(state: HubConnection['state']): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#deps.changed();
  }
}

const ping = (): object => ({ jsonrpc: '2.0', id: crypto.randomUUID(), method: 'ping' });

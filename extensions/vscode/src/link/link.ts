/**
 * The connection to Gatehouse and its states. Independent of the editor API, so that it is tested
 * against the real hub.
 */
import type { WebSocket } from 'ws';
import type {
  Pairing,
  SentByPlugin,
  ToPlugin,
} from '../../../../src/shared/protocols/plugin-protocol.ts';
import { Backoff } from '../../../../src/shared/base/backoff.ts';
import type { FoundApp } from './find-app.ts';
import { openSocket } from './open-socket.ts';

/**
 * `unpaired`: no key, no attempts. `searching`: retrying. `replaced`: another window with the same
 * folders connected later.
 */
export type LinkState = 'unpaired' | 'searching' | 'pairing' | 'connected' | 'replaced';

export interface LinkDeps {
  readonly pluginId: string;
  readonly findApp: () => FoundApp | null;
  readonly keys: {
    get(): Promise<string | null>;
    set(key: string): Promise<void>;
    forget(): Promise<void>;
  };
  readonly hello: () => SentByPlugin;
  /** Asks the user for the code shown by Gatehouse; undefined if they cancel. */
  readonly askCode: (pairing: Pairing) => Promise<string | undefined>;
  readonly onState: (state: LinkState, reason: string) => void;
  readonly onMessage: (message: ToPlugin) => void;
}

/** With jitter, so that the windows of one editor do not retry together. */
export const reconnectDelays = { firstMs: 500, maxMs: 15_000, jitter: 0.25 };
const replacedCode = 4409;
const revokedCode = 4403;
const normalCloseCode = 1000;
const checkMs = 20_000;
/** The hub pings every 15 seconds. */
const silentMs = 45_000;

export class Link {
  readonly #deps: LinkDeps;
  readonly #backoff = new Backoff(() => reconnectDelays);
  #socket: WebSocket | null = null;
  #timer: NodeJS.Timeout | null = null;
  #watch: NodeJS.Timeout | null = null;
  #lastMessageAt = 0;
  #state: LinkState = 'unpaired';
  #disposed = false;

  constructor(deps: LinkDeps) {
    this.#deps = deps;
  }

  get state(): LinkState {
    return this.#state;
  }

  /** Connects with the stored key; also called when the key, the folders or their trust change. */
  async connect(): Promise<void> {
    if (this.#disposed) return;
    this.#giveUp('connecting again');
    const key = await this.#deps.keys.get();
    if (this.#disposed || this.#socket) return;
    if (key === null) return this.#set('unpaired', '');
    const app = this.#deps.findApp();
    if (!app) return this.#retryLater('Gatehouse does not run');
    this.#open(app, key);
  }

  /** Starts pairing, which the user confirms in Gatehouse. False if it is not running. */
  pair(): boolean {
    this.#giveUp('pairing');
    const app = this.#deps.findApp();
    if (!app?.pluginSocket) return false;
    this.#set('pairing', 'asked');
    this.#open(app, null);
    return true;
  }

  send(message: SentByPlugin): void {
    if (this.#state === 'connected') this.#socket?.send(JSON.stringify(message));
  }

  dispose(): void {
    this.#disposed = true;
    this.#giveUp('the editor closes');
  }

  #open(app: FoundApp, key: string | null): void {
    const socket = openSocket(app, this.#deps.pluginId, key);
    this.#socket = socket;
    const mine = (): boolean => this.#socket === socket;
    let reason = '';
    socket.on('open', () => socket.send(JSON.stringify(this.#deps.hello())));
    socket.on('ping', () => (this.#lastMessageAt = Date.now()));
    socket.on('message', (data) => {
      this.#lastMessageAt = Date.now();
      if (mine())
        this.#onMessage(JSON.parse((data as Buffer).toString('utf8')) as ToPlugin, socket);
    });
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => {
      reason = `refused with ${statusCode}`;
      if (mine() && (statusCode === 401 || statusCode === 403)) {
        this.#forgetSocket();
        this.#forgetKey(reason);
      }
      socket.terminate();
    });
    socket.on('error', (error) => (reason ||= error.message));
    socket.on('close', (code, closeReason) => {
      if (mine()) this.#closed(code, closeReason.toString() || reason, key === null);
    });
  }

  #onMessage(message: ToPlugin, socket: WebSocket): void {
    if (message.type === 'pairing') return void this.#goOnPairing(message, socket);
    if (message.type === 'welcome') {
      if (message.plugin_key !== undefined) void this.#deps.keys.set(message.plugin_key);
      this.#backoff.reset();
      this.#watchSilence(socket);
      this.#set('connected', '');
    }
    this.#deps.onMessage(message);
  }

  async #goOnPairing(pairing: Pairing, socket: WebSocket): Promise<void> {
    this.#set('pairing', pairing.state);
    if (pairing.state === 'asked') return;
    const code = await this.#deps.askCode(pairing);
    if (this.#socket !== socket || this.#state !== 'pairing') return;
    if (code === undefined) {
      this.#giveUp('given up');
      return this.#set('unpaired', '');
    }
    socket.send(JSON.stringify({ type: 'pair', code } satisfies SentByPlugin));
  }

  #closed(code: number, reason: string, wasPairing: boolean): void {
    this.#forgetSocket();
    if (wasPairing && this.#state === 'pairing') return this.#set('unpaired', reason);
    if (code === replacedCode) return this.#set('replaced', 'another window has these folders');
    if (code === revokedCode) return this.#forgetKey(reason);
    this.#retryLater(reason);
  }

  #forgetKey(reason: string): void {
    void this.#deps.keys.forget();
    this.#set('unpaired', reason);
  }

  #retryLater(reason: string): void {
    if (this.#disposed) return;
    this.#set('searching', reason);
    this.#timer = setTimeout(() => void this.connect(), this.#backoff.next());
  }

  #watchSilence(socket: WebSocket): void {
    this.#lastMessageAt = Date.now();
    this.#watch = setInterval(() => {
      if (Date.now() - this.#lastMessageAt > silentMs) socket.terminate();
    }, checkMs);
  }

  #giveUp(reason: string): void {
    const socket = this.#socket;
    this.#forgetSocket();
    socket?.close(normalCloseCode, reason);
  }

  #forgetSocket(): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#watch) clearInterval(this.#watch);
    this.#timer = null;
    this.#watch = null;
    this.#socket = null;
  }

  #set(state: LinkState, reason: string): void {
    this.#state = state;
    if (!this.#disposed) this.#deps.onState(state, reason);
  }
}

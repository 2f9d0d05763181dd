/**
 * The connection to Gatehouse and everything that can become of it. It knows nothing of the editor,
 * so that it is tested against the real hub.
 */
import type { WebSocket } from 'ws';
import type { Pairing, SentByPlugin, ToPlugin } from '../../../../src/shared/plugin-protocol.ts';
import { Backoff } from './backoff.ts';
import type { FoundHouse } from './find-house.ts';
import { openSocket } from './open-socket.ts';

/**
 * `unpaired`: there is no key, and nothing is tried. `searching`: tried again and again.
 * `replaced`: another window has the same folders and was connected later.
 */
export type LinkState = 'unpaired' | 'searching' | 'pairing' | 'connected' | 'replaced';

export interface LinkDeps {
  readonly pluginId: string;
  readonly findHouse: () => FoundHouse | null;
  readonly keys: {
    get(): Promise<string | null>;
    set(key: string): Promise<void>;
    forget(): Promise<void>;
  };
  readonly hello: () => SentByPlugin;
  /** The person types the code that the window of Gatehouse shows; undefined when they give up. */
  readonly askCode: (pairing: Pairing) => Promise<string | undefined>;
  readonly onState: (state: LinkState, why: string) => void;
  readonly onMessage: (message: ToPlugin) => void;
}

const replacedCode = 4409;
const revokedCode = 4403;
const goodbyeCode = 1000;
const lookMs = 20_000;
/** The hub asks every 15 seconds whether we are there. */
const silentMs = 45_000;

export class Link {
  readonly #deps: LinkDeps;
  readonly #backoff = new Backoff();
  #socket: WebSocket | null = null;
  #timer: NodeJS.Timeout | null = null;
  #watch: NodeJS.Timeout | null = null;
  #heardAt = 0;
  #state: LinkState = 'unpaired';
  #disposed = false;

  constructor(deps: LinkDeps) {
    this.#deps = deps;
  }

  get state(): LinkState {
    return this.#state;
  }

  /** With the key we have; also when a key, the folders or the trust in them have changed. */
  async connect(): Promise<void> {
    if (this.#disposed) return;
    this.#leave('connecting again');
    const key = await this.#deps.keys.get();
    if (this.#disposed || this.#socket) return;
    if (key === null) return this.#set('unpaired', '');
    const house = this.#deps.findHouse();
    if (!house) return this.#later('Gatehouse does not run');
    this.#open(house, key);
  }

  /** Asks to be let in; the person allows it in the window of Gatehouse. False when none runs. */
  pair(): boolean {
    this.#leave('pairing');
    const house = this.#deps.findHouse();
    if (!house?.pluginSocket) return false;
    this.#set('pairing', 'asked');
    this.#open(house, null);
    return true;
  }

  send(message: SentByPlugin): void {
    if (this.#state === 'connected') this.#socket?.send(JSON.stringify(message));
  }

  dispose(): void {
    this.#disposed = true;
    this.#leave('the editor closes');
  }

  #open(house: FoundHouse, key: string | null): void {
    const socket = openSocket(house, this.#deps.pluginId, key);
    this.#socket = socket;
    const mine = (): boolean => this.#socket === socket;
    let why = '';
    socket.on('open', () => socket.send(JSON.stringify(this.#deps.hello())));
    socket.on('ping', () => (this.#heardAt = Date.now()));
    socket.on('message', (data) => {
      this.#heardAt = Date.now();
      if (mine()) this.#hear(JSON.parse((data as Buffer).toString('utf8')) as ToPlugin, socket);
    });
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => {
      why = `refused with ${statusCode}`;
      if (mine() && (statusCode === 401 || statusCode === 403)) {
        this.#forgetSocket();
        this.#keyIsWorthless(why);
      }
      socket.terminate();
    });
    socket.on('error', (error) => (why ||= error.message));
    socket.on('close', (code, reason) => {
      if (mine()) this.#closed(code, reason.toString() || why, key === null);
    });
  }

  #hear(message: ToPlugin, socket: WebSocket): void {
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
      this.#leave('given up');
      return this.#set('unpaired', '');
    }
    socket.send(JSON.stringify({ type: 'pair', code } satisfies SentByPlugin));
  }

  #closed(code: number, why: string, wasPairing: boolean): void {
    this.#forgetSocket();
    if (wasPairing && this.#state === 'pairing') return this.#set('unpaired', why);
    if (code === replacedCode) return this.#set('replaced', 'another window has these folders');
    if (code === revokedCode) return this.#keyIsWorthless(why);
    this.#later(why);
  }

  #keyIsWorthless(why: string): void {
    void this.#deps.keys.forget();
    this.#set('unpaired', why);
  }

  #later(why: string): void {
    if (this.#disposed) return;
    this.#set('searching', why);
    this.#timer = setTimeout(() => void this.connect(), this.#backoff.next());
  }

  #watchSilence(socket: WebSocket): void {
    this.#heardAt = Date.now();
    this.#watch = setInterval(() => {
      if (Date.now() - this.#heardAt > silentMs) socket.terminate();
    }, lookMs);
  }

  #leave(why: string): void {
    const socket = this.#socket;
    this.#forgetSocket();
    socket?.close(goodbyeCode, why);
  }

  #forgetSocket(): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#watch) clearInterval(this.#watch);
    this.#timer = null;
    this.#watch = null;
    this.#socket = null;
  }

  #set(state: LinkState, why: string): void {
    this.#state = state;
    if (!this.#disposed) this.#deps.onState(state, why);
  }
}

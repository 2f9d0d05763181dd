/** The connection to the backend: dialled, read, and dialled again; it ends only when it is told to. */
import { WebSocket, type RawData } from 'ws';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import { BridgeMessage, type BackendState } from '../../../shared/backend.ts';
import { tokenShape, tokenWords } from '../../../shared/backend-token.ts';
import { readAs } from '../../../shared/read-as.ts';
import { readStrictJson } from '../../../shared/strict-json.ts';
import type { Clock } from '../../core/needs.ts';
import { Backoff, type Intervals } from './backoff.ts';

export interface Target extends Intervals {
  readonly url: string;
  readonly token: string | null;
}

export interface BridgeStatus {
  readonly state: BackendState;
  readonly since: number;
  readonly nextTryAt: number | null;
  readonly trouble: string | null;
}

interface Deps {
  readonly clock: Clock;
  readonly onTrouble: (text: string) => void;
}

const mostBytes = 4 * 1_048_576;
const dialMs = 10_000;
const pingEveryMs = 20_000;
const deadAfterMs = 45_000;
const closeWithinMs = 1_000;

export class Bridge implements Disposable {
  readonly #deps: Deps;
  readonly #backoff: Backoff;
  readonly #heard = new Emitter<BridgeMessage>();
  readonly #changed = new Emitter<void>();
  readonly #broke = new Emitter<void>();
  #target: Target | null = null;
  #socket: WebSocket | null = null;
  #timer: Disposable | null = null;
  #beat: Disposable | null = null;
  #heardAt = 0;
  #status: BridgeStatus;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#backoff = new Backoff(
      () => this.#target ?? { reconnectSeconds: 2, maxReconnectSeconds: 30 },
    );
    this.#status = this.#statusOf('off', null, null);
  }

  readonly onMessage = this.#heard.on;
  readonly onChanged = this.#changed.on;
  /** It was connected, and is not any more. */
  readonly onBroken = this.#broke.on;

  get status(): BridgeStatus {
    return this.#status;
  }

  get connected(): boolean {
    return this.#status.state === 'connected';
  }

  /** Null: off. Another target is dialled at once. */
  use(target: Target | null): void {
    if (JSON.stringify(target) === JSON.stringify(this.#target)) return;
    this.#target = target;
    this.#backoff.reset();
    this.#drop();
    if (target) this.#dial(target);
    else this.#show('off');
  }

  /** False when it is not connected. */
  send(message: BridgeMessage): boolean {
    if (!this.connected || !this.#socket) return false;
    const timestamp = new Date(this.#deps.clock.now()).toISOString();
    this.#socket.send(JSON.stringify({ ...message, timestamp }));
    return true;
  }

  /** Says goodbye, and does not wait long for the answer. */
  async dispose(): Promise<void> {
    const socket = this.#socket;
    this.#target = null;
    this.#disarm();
    this.#socket = null;
    this.#show('off');
    if (!socket || socket.readyState === WebSocket.CLOSED) return;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    const late = setTimeout(() => socket.terminate(), closeWithinMs);
    if (socket.readyState === WebSocket.CONNECTING) socket.terminate();
    else socket.close(1000, 'Gatehouse is closing');
    await closed;
    clearTimeout(late);
  }

  #dial(target: Target): void {
    const unsafe = whyNot(target);
    if (unsafe !== null) return this.#show('off', unsafe);
    this.#show('connecting', this.#status.trouble);
    let socket: WebSocket;
    try {
      socket = socketTo(target);
    } catch (error) {
      return this.#show('off', error instanceof Error ? error.message : String(error));
    }
    this.#socket = socket;
    let trouble = 'the connection was closed';
    socket.on('open', () => this.#opened(socket));
    socket.on('message', (data, isBinary) => this.#hear(socket, data, isBinary));
    socket.on('pong', () => this.#alive());
    socket.on('ping', () => this.#alive());
    socket.on('error', (error) => (trouble = error.message));
    socket.once('close', (code, reason) =>
      this.#closed(socket, code === 1006 ? trouble : `${code} ${reason.toString()}`.trim()),
    );
  }

  #opened(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#backoff.reset();
    this.#alive();
    this.#show('connected');
    this.#beatOn(socket);
  }

  #hear(socket: WebSocket, data: RawData, isBinary: boolean): void {
    if (this.#socket !== socket) return;
    this.#alive();
    // Messages come as Buffers, since `binaryType` is left as it is.
    const read = isBinary ? null : readStrictJson((data as Buffer).toString('utf8'));
    const parsed = read && 'json' in read ? readAs(BridgeMessage, read.json) : null;
    if (parsed?.success) this.#heard.emit(parsed.data);
    else this.#deps.onTrouble('the backend sent something that is no message');
  }

  #closed(socket: WebSocket, trouble: string): void {
    if (this.#socket !== socket) return;
    const wasConnected = this.connected;
    this.#drop();
    if (wasConnected) this.#broke.emit();
    const target = this.#target;
    if (!target) return;
    const wait = this.#backoff.next();
    this.#timer = this.#deps.clock.after(wait, () => {
      this.#timer = null;
      this.#dial(target);
    });
    this.#show('waiting', trouble, this.#deps.clock.now() + wait);
  }

  /** One that is silent for long is gone, whatever its socket says. */
  #beatOn(socket: WebSocket): void {
    this.#beat = this.#deps.clock.after(pingEveryMs, () => {
      if (this.#deps.clock.monotonic() - this.#heardAt >= deadAfterMs) return socket.terminate();
      socket.ping();
      this.#beatOn(socket);
    });
  }

  #alive(): void {
    this.#heardAt = this.#deps.clock.monotonic();
  }

  #drop(): void {
    this.#disarm();
    const socket = this.#socket;
    this.#socket = null;
    if (socket && socket.readyState !== WebSocket.CLOSED) socket.terminate();
  }

  #disarm(): void {
    void this.#timer?.dispose();
    void this.#beat?.dispose();
    this.#timer = null;
    this.#beat = null;
  }

  #show(state: BackendState, trouble: string | null = null, nextTryAt: number | null = null): void {
    this.#status = this.#statusOf(state, trouble, nextTryAt);
    this.#changed.emit();
  }

  #statusOf(state: BackendState, trouble: string | null, nextTryAt: number | null): BridgeStatus {
    return { state, trouble, nextTryAt, since: this.#deps.clock.now() };
  }
}

/** Throws at once for an address or a token that can never be sent. */
const socketTo = ({ url, token }: Target): WebSocket =>
  new WebSocket(url, {
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    handshakeTimeout: dialMs,
    maxPayload: mostBytes,
    perMessageDeflate: false,
    followRedirects: false,
  });

/** A token is shown to this machine, or over TLS, and to nobody who listens in between. */
function whyNot({ url, token }: Target): string | null {
  if (!URL.canParse(url)) return 'the address cannot be read';
  if (token !== null && !tokenShape.test(token)) return tokenWords;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'wss:') return null;
  if (protocol !== 'ws:') return 'the address must begin with ws:// or wss://';
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return isHere || token === null ? null : 'a token is not sent without TLS: use wss://';
}

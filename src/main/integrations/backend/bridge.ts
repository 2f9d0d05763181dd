/** The connection to the backend: dialled, read, and dialled again; it ends only when it is told to. */
import { WebSocket, type RawData } from 'ws';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { Emitter } from '../../../shared/base/emitter.ts';
import type { BridgeMessage, BackendState } from '../../../shared/integrations/backend.ts';
import { tokenShape, tokenWords } from '../../../shared/integrations/backend-token.ts';
import type { Clock } from '../../core/dependencies.ts';
import { Backoff } from '../../../shared/base/backoff.ts';
import { BackendIntake, intakeLimits } from './intake.ts';

export interface BackendAddress {
  readonly reconnectSeconds: number;
  readonly maxReconnectSeconds: number;
  readonly url: string;
  readonly token: string | null;
}

/** A message, and how long it was. */
export interface ReceivedMessage {
  readonly message: BridgeMessage;
  readonly bytes: number;
}

export interface BridgeStatus {
  readonly state: BackendState;
  readonly since: number;
  readonly nextTryAt: number | null;
  readonly error: string | null;
}

interface Deps {
  readonly clock: Clock;
  readonly onError: (text: string) => void;
}

/** What it has not read yet; a backend that never reads must not fill our memory. */
const maxUnsent = 4 * 1_048_576;
/** Connected for so long, a backend that flooded before is dialled again quickly after a break. */
const steadyAfterMs = 60_000;
const dialMs = 10_000;
const pingEveryMs = 20_000;
const deadAfterMs = 45_000;
const closeWithinMs = 1_000;
const usualIntervals = { reconnectSeconds: 2, maxReconnectSeconds: 30 };

export class Bridge implements Disposable {
  readonly #deps: Deps;
  readonly #backoff: Backoff;
  readonly #received = new Emitter<ReceivedMessage>();
  readonly #changed = new Emitter<void>();
  readonly #broke = new Emitter<void>();
  #target: BackendAddress | null = null;
  #socket: WebSocket | null = null;
  #timer: Disposable | null = null;
  #beat: Disposable | null = null;
  #lastReceivedAt = 0;
  #openedAt = 0;
  #hasFlooded = false;
  #status: BridgeStatus;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#backoff = new Backoff(() => {
      const { reconnectSeconds, maxReconnectSeconds } = this.#target ?? usualIntervals;
      return { firstMs: reconnectSeconds * 1000, maxMs: maxReconnectSeconds * 1000 };
    });
    this.#status = this.#statusOf('off', null, null);
  }

  readonly onMessage = this.#received.on;
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
  use(target: BackendAddress | null): void {
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
    if (this.#socket.bufferedAmount > maxUnsent) {
      this.#cut(this.#socket, 'the backend does not read what it is sent');
      return false;
    }
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

  #dial(target: BackendAddress): void {
    const unsafe = whyNot(target);
    if (unsafe !== null) return this.#show('off', unsafe);
    this.#show('connecting', this.#status.error);
    let socket: WebSocket;
    try {
      socket = socketTo(target);
    } catch (error) {
      return this.#show('off', error instanceof Error ? error.message : String(error));
    }
    this.#socket = socket;
    const intake = new BackendIntake(this.#deps.clock);
    let closeReason = 'the connection was closed';
    socket.on('open', () => this.#opened(socket));
    socket.on('message', (data, isBinary) => this.#receive(socket, intake, data, isBinary));
    socket.on('pong', () => this.#frame(socket, intake));
    socket.on('ping', () => this.#frame(socket, intake) && socket.pong());
    socket.on('error', (error) => (closeReason = error.message));
    socket.once('close', (code, reason) =>
      this.#closed(socket, code === 1006 ? closeReason : `${code} ${reason.toString()}`.trim()),
    );
  }

  #opened(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#openedAt = this.#deps.clock.monotonic();
    if (!this.#hasFlooded) this.#backoff.reset();
    this.#alive();
    this.#show('connected');
    this.#beatOn(socket);
  }

  #receive(socket: WebSocket, intake: BackendIntake, data: RawData, isBinary: boolean): void {
    if (this.#socket !== socket) return;
    this.#alive();
    // Messages come as Buffers, since `binaryType` is left as it is.
    const taken = intake.take(data as Buffer, isBinary);
    if (taken.kind === 'flood') return this.#cut(socket, taken.why);
    if (taken.kind === 'message') this.#received.emit(taken);
    else this.#deps.onError('the backend sent something that is no message');
  }

  /** False when there are too many of them. */
  #frame(socket: WebSocket, intake: BackendIntake): boolean {
    if (this.#socket !== socket) return false;
    this.#alive();
    if (intake.takesFrame()) return true;
    this.#cut(socket, 'the backend sent too many pings');
    return false;
  }

  /** Nothing more is read of it, and it is waited for as long as the settings allow. */
  #cut(socket: WebSocket, why: string): void {
    this.#deps.onError(`disconnected: ${why}`);
    this.#closed(socket, why, true);
  }

  #closed(socket: WebSocket, closeReason: string, isFlood = false): void {
    if (this.#socket !== socket) return;
    const wasConnected = this.connected;
    const connectedMs = this.#deps.clock.monotonic() - this.#openedAt;
    if (wasConnected && connectedMs >= steadyAfterMs) this.#hasFlooded = false;
    if (wasConnected && !this.#hasFlooded) this.#backoff.reset();
    if (isFlood) {
      this.#hasFlooded = true;
      this.#backoff.useLongest();
    }
    this.#drop();
    if (wasConnected) this.#broke.emit();
    const target = this.#target;
    if (!target) return;
    const wait = this.#backoff.next();
    this.#timer = this.#deps.clock.after(wait, () => {
      this.#timer = null;
      this.#dial(target);
    });
    this.#show('waiting', closeReason, this.#deps.clock.now() + wait);
  }

  /** One that is silent for long is gone, whatever its socket says. */
  #beatOn(socket: WebSocket): void {
    this.#beat = this.#deps.clock.after(pingEveryMs, () => {
      if (this.#deps.clock.monotonic() - this.#lastReceivedAt >= deadAfterMs)
        return socket.terminate();
      socket.ping();
      this.#beatOn(socket);
    });
  }

  #alive(): void {
    this.#lastReceivedAt = this.#deps.clock.monotonic();
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

  #show(
    state: BackendState,
    closeReason: string | null = null,
    nextTryAt: number | null = null,
  ): void {
    this.#status = this.#statusOf(state, closeReason, nextTryAt);
    this.#changed.emit();
  }

  #statusOf(
    state: BackendState,
    closeReason: string | null,
    nextTryAt: number | null,
  ): BridgeStatus {
    return { state, error: closeReason, nextTryAt, since: this.#deps.clock.now() };
  }
}

/** Throws at once for an address or a token that can never be sent. */
const socketTo = ({ url, token }: BackendAddress): WebSocket =>
  new WebSocket(url, {
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
    handshakeTimeout: dialMs,
    maxPayload: intakeLimits.bytes,
    ...{ maxFragments: 64, maxBufferedChunks: 1024 },
    perMessageDeflate: false,
    followRedirects: false,
    // A flood of pings would fill the buffer with pongs.
    autoPong: false,
  });

/** A token is shown to this machine, or over TLS, and to nobody who listens in between. */
function whyNot({ url, token }: BackendAddress): string | null {
  if (!URL.canParse(url)) return 'the address cannot be read';
  if (token !== null && !tokenShape.test(token)) return tokenWords;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'wss:') return null;
  if (protocol !== 'ws:') return 'the address must begin with ws:// or wss://';
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return isHere || token === null ? null : 'a token is not sent without TLS: use wss://';
}

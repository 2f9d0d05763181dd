/** The WebSocket to the backend. It reconnects until it is turned off. */
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

/** A message and its length. */
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

/** Limit for unsent bytes, so that a backend that never reads cannot fill our memory. */
const maxUnsent = 4 * 1_048_576;
/**
 * After being connected this long, a backend that flooded us before gets short reconnect delays
 * again.
 */
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
  /** Fires when an open connection was lost. */
  readonly onBroken = this.#broke.on;

  get status(): BridgeStatus {
    return this.#status;
  }

  get connected(): boolean {
    return this.#status.state === 'connected';
  }

  /** Null turns it off. A different target is connected immediately. */
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

  /** Closes the socket and terminates it if the close takes too long. */
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
    // `ws` delivers Buffers, because `binaryType` has its default.
    const taken = intake.take(data as Buffer, isBinary);
    if (taken.kind === 'flood') return this.#cut(socket, taken.why);
    if (taken.kind === 'message') this.#received.emit(taken);
    else this.#deps.onError('the backend sent something that is no message');
  }

  /** False when there are too many messages. */
  #frame(socket: WebSocket, intake: BackendIntake): boolean {
    if (this.#socket !== socket) return false;
    this.#alive();
    if (intake.takesFrame()) return true;
    this.#cut(socket, 'the backend sent too many pings');
    return false;
  }

  /** Disconnects a flooding backend and uses the longest reconnect delay. */
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

  /** Terminates a connection that has been silent for too long, even if the socket looks open. */
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

/** Throws for an invalid address or token. */
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

/** The token is sent only to this machine or over TLS, so that nobody in between can read it. */
function whyNot({ url, token }: BackendAddress): string | null {
  if (!URL.canParse(url)) return 'the address is not a valid URL';
  if (token !== null && !tokenShape.test(token)) return tokenWords;
  const { protocol, hostname } = new URL(url);
  if (protocol === 'wss:') return null;
  if (protocol !== 'ws:') return 'the address must start with ws:// or wss://';
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return isHere || token === null ? null : 'a token is not sent without TLS: use wss://';
}

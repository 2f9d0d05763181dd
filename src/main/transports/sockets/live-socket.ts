/**
 * One WebSocket with limits: unread messages may pile up to a limit, silent peers are pinged, and
 * peers that flood us are disconnected.
 */
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Clock } from '../../core/dependencies.ts';
import { TokenBucket } from '../../core/core.ts';
import { closeCodes, type CloseCode } from './close-codes.ts';
import type { HeartbeatSocket, Heartbeat } from './heartbeat.ts';

export interface LiveSocketDeps {
  readonly socket: WebSocket;
  /** The stream below the WebSocket. With it, the messages of one turn are sent in one write. */
  readonly wire?: Pick<Duplex, 'cork' | 'uncork'>;
  readonly clock: Clock;
  readonly heartbeat: Heartbeat;
  /** Rate limit for incoming messages and pings. */
  readonly intake: { readonly perSecond: number; readonly burst: number };
  /** The same in bytes; default `intakeBytes`. */
  readonly intakeBytes?: { readonly perSecond: number; readonly burst: number };
  /** Limit for unread answers in bytes; many may be sent at the same time. */
  readonly answersLimit?: number;
  readonly onMessage: (text: string) => void;
  readonly onClosed: (code: number) => void;
  readonly onError: (text: string) => void;
  /** Sent before a reader that is too slow is disconnected. */
  readonly lastWord?: unknown;
}

/** Messages are parsed on the main thread, so no peer may keep it busy. */
export const intakeBytes = { perSecond: 4 * 1024 ** 2, burst: 32 * 1024 ** 2 };
/** For events. */
export const bufferLimit = 4 * 1024 ** 2;
/** For answers and commands; the default of `answersLimit`. */
export const answersLimit = 32 * 1024 ** 2;

/** Time for a disconnected peer to read the reason. */
const cutWithinMs = 1_000;

export class LiveSocket implements HeartbeatSocket {
  readonly #deps: LiveSocketDeps;
  readonly #intake: TokenBucket;
  readonly #intakeBytes: TokenBucket;
  readonly #watched: Disposable;
  #lastReceivedAt: number;
  #pingedAt: number;
  #closing = false;
  /** How many messages were sent in this turn of the event loop. */
  #inTurn = 0;
  /** Whether the last turn that sent any sent several. */
  #hadSeveral = false;
  #isCorked = false;

  constructor(deps: LiveSocketDeps) {
    this.#deps = deps;
    const { socket, clock } = deps;
    this.#intake = new TokenBucket(clock, deps.intake);
    this.#intakeBytes = new TokenBucket(clock, deps.intakeBytes ?? intakeBytes);
    this.#lastReceivedAt = clock.monotonic();
    this.#pingedAt = this.#lastReceivedAt;
    this.#watched = deps.heartbeat.watch(this);
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('ping', () => this.#receivePing());
    socket.on('pong', () => this.#alive());
    socket.on('error', (error) => deps.onError(error.message));
    socket.once('close', (code) => {
      this.#closing = true;
      void this.#watched.dispose();
      deps.onClosed(code);
    });
  }

  get lastReceivedAt(): number {
    return this.#lastReceivedAt;
  }

  get pingedAt(): number {
    return this.#pingedAt;
  }

  /** An answer or a command. While too much is unread, we stop reading from the peer. */
  send(message: unknown): void {
    this.#write(JSON.stringify(message), this.#deps.answersLimit ?? answersLimit);
    const { socket } = this.#deps;
    if (!this.#closing && !socket.isPaused && socket.bufferedAmount > bufferLimit) socket.pause();
  }

  /** An event, already serialised. */
  sendText(text: string): void {
    this.#write(text, bufferLimit);
  }

  #write(text: string, limit: number): void {
    const { socket } = this.#deps;
    if (this.#closing) return;
    const unread = socket.bufferedAmount;
    if (unread > 0 && unread + text.length > limit) return this.#tooSlow();
    this.#corkForThisTurn();
    socket.send(text, this.#written);
  }

  /**
   * Sends the messages of one turn in one write. Where turns have only one, it is sent at once, so that
   * the reader can begin.
   */
  #corkForThisTurn(): void {
    const { wire } = this.#deps;
    if (!wire) return;
    this.#inTurn += 1;
    if (this.#inTurn === 1) setImmediate(this.#endTurn);
    if (this.#isCorked || (this.#inTurn === 1 && !this.#hadSeveral)) return;
    this.#isCorked = true;
    wire.cork();
  }

  readonly #endTurn = (): void => {
    this.#hadSeveral = this.#inTurn > 1;
    this.#inTurn = 0;
    if (this.#isCorked) this.#deps.wire?.uncork();
    this.#isCorked = false;
  };

  /** Called when a message was handed to the operating system. */
  readonly #written = (): void => {
    const { socket } = this.#deps;
    if (socket.isPaused && socket.bufferedAmount <= bufferLimit) socket.resume();
  };

  close(code: CloseCode, reason: string): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#deps.socket.close(code, reason);
  }

  ping(): void {
    this.#pingedAt = this.#deps.clock.monotonic();
    this.#deps.socket.ping();
  }

  lost(): void {
    this.#deps.onError('did not answer in time');
    this.#deps.socket.terminate();
  }

  /** The last message answered one of ours, so it does not count against the rate of messages. */
  wasAnswer(): void {
    this.#intake.giveBack();
  }

  #tooSlow(): void {
    const { lastWord, socket } = this.#deps;
    if (lastWord !== undefined) socket.send(JSON.stringify(lastWord));
    this.close(closeCodes.tooSlow, 'the connection reads too slowly');
  }

  #receive(data: RawData, isBinary: boolean): void {
    // `ws` delivers Buffers, because `binaryType` has its default.
    const bytes = data as Buffer;
    if (!this.#takesMore(bytes.length)) return;
    this.#alive();
    if (isBinary) return this.close(closeCodes.protocol, 'send text');
    this.#deps.onMessage(bytes.toString('utf8'));
  }

  #receivePing(): void {
    if (!this.#takesMore()) return;
    this.#alive();
    if (this.#deps.socket.bufferedAmount < bufferLimit) this.#deps.socket.pong();
  }

  #alive(): void {
    this.#lastReceivedAt = this.#deps.clock.monotonic();
  }

  #takesMore(bytes = 0): boolean {
    if (this.#closing) return false;
    if (this.#intake.take() && this.#intakeBytes.take(bytes)) return true;
    this.close(closeCodes.tooFast, 'too many messages');
    // Stops reading, so that what it has sent already costs nothing.
    this.#deps.socket.pause();
    setTimeout(() => this.#deps.socket.terminate(), cutWithinMs).unref();
    return false;
  }
}

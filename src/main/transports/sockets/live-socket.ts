/**
 * One WebSocket with bounds: what is not read piles up to a limit, what is silent is asked whether
 * it lives, and what floods is cut.
 */
import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { Clock } from '../../core/dependencies.ts';
import { TokenBucket } from '../../core/core.ts';
import { closeCodes, type CloseCode } from './close-codes.ts';
import type { Beating, Heartbeat } from './heartbeat.ts';

export interface LiveSocketDeps {
  readonly socket: WebSocket;
  /** What the socket writes to; without it every message is a write of its own. */
  readonly wire?: Pick<Duplex, 'cork' | 'uncork'>;
  readonly clock: Clock;
  readonly heartbeat: Heartbeat;
  /** How much may come in: messages and pings alike. */
  readonly intake: { readonly perSecond: number; readonly burst: number };
  /** The same in bytes; `intakeBytes` unless more may have to come in. */
  readonly intakeBytes?: { readonly perSecond: number; readonly burst: number };
  /** How many bytes of answers may be unread, since they can all come at once. */
  readonly answersLimit?: number;
  readonly onMessage: (text: string) => void;
  readonly onClosed: (code: number) => void;
  readonly onError: (text: string) => void;
  /** The last thing a reader who is too slow is told. */
  readonly lastWord?: unknown;
}

/** What is read is read on the main loop, so no peer may keep it busy. */
export const intakeBytes = { perSecond: 4 * 1024 ** 2, burst: 32 * 1024 ** 2 };
/** For what nobody asked for. */
export const bufferLimit = 4 * 1024 ** 2;
/** For answers and commands, unless more of them may be under way at once. */
export const answersLimit = 32 * 1024 ** 2;

/** Whoever floods has so long to read why it was cut. */
const cutWithinMs = 1_000;

export class LiveSocket implements Beating {
  readonly #deps: LiveSocketDeps;
  readonly #intake: TokenBucket;
  readonly #intakeBytes: TokenBucket;
  readonly #watched: Disposable;
  #lastReceivedAt: number;
  #pingedAt: number;
  #closing = false;
  #holding = false;

  constructor(deps: LiveSocketDeps) {
    this.#deps = deps;
    const { socket, clock } = deps;
    this.#intake = new TokenBucket(clock, deps.intake);
    this.#intakeBytes = new TokenBucket(clock, deps.intakeBytes ?? intakeBytes);
    this.#lastReceivedAt = clock.monotonic();
    this.#pingedAt = this.#lastReceivedAt;
    this.#watched = deps.heartbeat.watch(this);
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('ping', () => this.#heardPing());
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

  /** An answer or a command. While much of it is unread, nothing more is taken in. */
  send(message: unknown): void {
    this.#write(JSON.stringify(message), this.#deps.answersLimit ?? answersLimit);
    const { socket } = this.#deps;
    if (!this.#closing && !socket.isPaused && socket.bufferedAmount > bufferLimit) socket.pause();
  }

  /** News: whoever does not read them is better told to look again. */
  sendText(text: string): void {
    this.#write(text, bufferLimit);
  }

  #write(text: string, limit: number): void {
    const { socket } = this.#deps;
    if (this.#closing) return;
    const unread = socket.bufferedAmount;
    if (unread > 0 && unread + text.length > limit) return this.#tooSlow();
    this.#holdTogether();
    socket.send(text, this.#written);
  }

  /** What is said in one turn goes out in one write. */
  #holdTogether(): void {
    const { wire } = this.#deps;
    if (!wire || this.#holding) return;
    this.#holding = true;
    wire.cork();
    setImmediate(() => {
      this.#holding = false;
      wire.uncork();
    });
  }

  /** Handed to the system. */
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

  #tooSlow(): void {
    const { lastWord, socket } = this.#deps;
    if (lastWord !== undefined) socket.send(JSON.stringify(lastWord));
    this.close(closeCodes.tooSlow, 'read faster, or ask for less');
  }

  #receive(data: RawData, isBinary: boolean): void {
    // Messages come as Buffers, since `binaryType` is left as it is.
    const bytes = data as Buffer;
    if (!this.#takesMore(bytes.length)) return;
    this.#alive();
    if (isBinary) return this.close(closeCodes.protocol, 'send text');
    this.#deps.onMessage(bytes.toString('utf8'));
  }

  #heardPing(): void {
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
    this.close(closeCodes.tooFast, 'far too many messages');
    // What it sent meanwhile is not read either.
    this.#deps.socket.pause();
    setTimeout(() => this.#deps.socket.terminate(), cutWithinMs).unref();
    return false;
  }
}

/**
 * MCP over stdin and stdout of a program. Its output is limited before it is parsed: line length,
 * lines per second, bytes per second. A program that exceeds a limit is ended.
 */
import {
  deserializeMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import type { PipedProgram } from '../../platform/programs/piped-program.ts';

export const messageBytes = 10 * 1024 ** 2;
const bytesPerSecond = 64 * 1024 ** 2;
const messagesPerSecond = 5_000;
/** Messages that it has not read yet. */
const unreadBytes = 32 * 1024 ** 2;
const newline = 10;
const shownGarbage = 200;

export interface PipedTransportDeps {
  readonly program: PipedProgram;
  /** Output that is not a message. */
  readonly onGarbage: (text: string) => void;
  /** It exceeded a limit, and is ended. */
  readonly onFlood: (why: string) => void;
}

export class PipedTransport implements Transport {
  readonly #deps: PipedTransportDeps;
  /** The SDK recognises a transport of this kind by these two properties. */
  readonly stderr = null;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #windowAt = 0;
  #windowBytes = 0;
  #windowLines = 0;
  #isClosed = false;

  constructor(deps: PipedTransportDeps) {
    this.#deps = deps;
  }

  get pid(): number {
    return this.#deps.program.pid;
  }

  start(): Promise<void> {
    const { program } = this.#deps;
    program.stdout?.on('data', (piece: Buffer) => this.#receive(piece));
    void program.ended.then(() => this.#closed());
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { stdin } = this.#deps.program;
    if (!stdin?.writable || this.#isClosed) throw new Error('The server is not running.');
    if (stdin.writableLength > unreadBytes) throw new Error('The server does not read its input.');
    stdin.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    await this.#deps.program.stop();
    this.#closed();
  }

  #closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#pending = [];
    this.onclose?.();
  }

  #receive(piece: Buffer): void {
    if (this.#isClosed) return;
    if (!this.#count(piece.length, 0)) return;
    let from = 0;
    for (;;) {
      const to = piece.indexOf(newline, from);
      if (to === -1) break;
      this.#keep(piece.subarray(from, to));
      from = to + 1;
      if (this.#isClosed || !this.#count(0, 1)) return;
      this.#endLine();
    }
    this.#keep(piece.subarray(from));
  }

  #keep(piece: Buffer): void {
    if (this.#isClosed || piece.length === 0) return;
    this.#pendingBytes += piece.length;
    if (this.#pendingBytes > messageBytes)
      return this.#flood(`It sent a message of more than ${messageBytes / 1024 ** 2} MB.`);
    this.#pending.push(piece);
  }

  #endLine(): void {
    const line = Buffer.concat(this.#pending).toString('utf8').replace(/\r$/, '');
    this.#pending = [];
    this.#pendingBytes = 0;
    if (line.trim() === '') return;
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch {
      this.#deps.onGarbage(line.slice(0, shownGarbage));
      return;
    }
    this.onmessage?.(message);
  }

  #count(bytes: number, lines: number): boolean {
    const now = performance.now();
    if (now - this.#windowAt > 1_000) {
      this.#windowAt = now;
      this.#windowBytes = 0;
      this.#windowLines = 0;
    }
    this.#windowBytes += bytes;
    this.#windowLines += lines;
    if (this.#windowBytes > bytesPerSecond) {
      this.#flood(`It sent more than ${bytesPerSecond / 1024 ** 2} MB in a second.`);
      return false;
    }
    if (this.#windowLines > messagesPerSecond) {
      this.#flood(`It sent more than ${messagesPerSecond} messages in a second.`);
      return false;
    }
    return true;
  }

  #flood(why: string): void {
    if (this.#isClosed) return;
    this.#deps.onFlood(why);
    const { program } = this.#deps;
    program.stdout?.destroy();
    this.#closed();
    void program.kill();
  }
}

/** SOCKS5 without a password: CONNECT by name, IPv4 or IPv6. */
import type net from 'node:net';
import { openTunnel, pump, type RequestConnection, type ConnectTarget } from './tunnel.ts';

const maxHandshakeMs = 30_000;
const longestMessage = 512;
const version = 5;
const answers = { done: 0, refused: 2, failed: 1, noCommand: 7, noType: 8 } as const;

export const isSocks = (first: number): boolean => first === version;

/** `head` contains the bytes already read to recognise SOCKS. */
export async function serveSocks(
  client: net.Socket,
  head: Buffer,
  ask: RequestConnection,
): Promise<void> {
  client.on('error', () => client.destroy());
  const late = setTimeout(() => client.destroy(), maxHandshakeMs);
  client.once('close', () => clearTimeout(late));
  const messages = new SocksMessages(client, head);
  const greeting = await messages.next((bytes) => (bytes.length < 2 ? 2 : 2 + (bytes[1] ?? 0)));
  if (!greeting) return;
  // No authentication: the network namespace identifies the client.
  if (!greeting.subarray(2).includes(0)) return void client.end(Buffer.from([version, 0xff]));
  client.write(Buffer.from([version, 0]));
  const request = await messages.next(requestLength);
  if (!request) return;
  clearTimeout(late);
  if (request[1] !== 1) return reject(client, answers.noCommand);
  const target = targetIn(request);
  if (!target) return reject(client, answers.noType);
  const rest = messages.stop();
  const opened = await openTunnel(client, target, ask);
  if (client.destroyed) return;
  if (opened.kind !== 'open') return reject(client, answers[opened.kind]);
  client.write(reply(answers.done));
  if (rest.length > 0) opened.upstream.write(rest);
  pump(client, opened);
}

const reply = (code: number): Buffer => Buffer.from([version, code, 0, 1, 0, 0, 0, 0, 0, 0]);

function reject(client: net.Socket, code: number): void {
  client.end(reply(code));
}

/** The length of the request, as far as its first bytes determine it. */
function requestLength(bytes: Buffer): number {
  if (bytes.length < 5) return 5;
  const lengths: Readonly<Record<number, number>> = { 1: 4, 3: 1 + (bytes[4] ?? 0), 4: 16 };
  return 4 + (lengths[bytes[3] ?? 0] ?? 0) + 2;
}

function targetIn(request: Buffer): ConnectTarget | null {
  const port = request.readUInt16BE(request.length - 2);
  const address = request.subarray(4, -2);
  switch (request[3] ?? 0) {
    case 1:
      return { host: [...address].join('.'), port };
    case 3:
      return { host: address.subarray(1).toString('latin1'), port };
    case 4:
      return { host: address.toString('hex').replace(/(.{4})(?!$)/g, '$1:'), port };
    default:
      return null;
  }
}

/** Reads complete messages from a stream, up to a limit. */
class SocksMessages {
  readonly #socket: net.Socket;
  #bytes: Buffer;
  #wake: (() => void) | null = null;

  constructor(socket: net.Socket, head: Buffer) {
    this.#socket = socket;
    this.#bytes = head;
    socket.on('data', this.#onData);
    socket.once('close', () => this.#wake?.());
  }

  readonly #onData = (bytes: Buffer): void => {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    if (this.#bytes.length > longestMessage) this.#socket.pause();
    this.#wake?.();
  };

  /** Null if the connection closed or the message is too long. */
  async next(lengthOf: (bytes: Buffer) => number): Promise<Buffer | null> {
    for (;;) {
      const length = lengthOf(this.#bytes);
      if (length <= this.#bytes.length && length === lengthOf(this.#bytes.subarray(0, length))) {
        const message = this.#bytes.subarray(0, length);
        this.#bytes = this.#bytes.subarray(length);
        return message;
      }
      if (this.#socket.destroyed || this.#bytes.length > longestMessage) return null;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** The bytes after the last message. */
  stop(): Buffer {
    this.#socket.off('data', this.#onData);
    this.#socket.pause();
    return this.#bytes;
  }
}

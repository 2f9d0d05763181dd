/**
 * Reads what a server sends into one buffer that grows with the traffic, and passes it on to one
 * client. A stream would allocate a new 64 KB buffer for every chunk, which takes four times the
 * processor time.
 */
import type net from 'node:net';

const firstBytes = 64 * 1024;
const mostBytes = 1024 * 1024;
const growth = 4;

/** Inspects the first bytes. */
export interface FirstBytes {
  /** The bytes to pass on instead of everything received so far; null while more is needed. */
  take(bytes: Buffer): Buffer | null;
  /** The connection ended before there was enough. */
  ended(): void;
}

export class BulkReader {
  #buffer = Buffer.allocUnsafeSlow(firstBytes);
  #upstream: net.Socket | null = null;
  #client: net.Socket | null = null;
  #first: FirstBytes | null = null;
  #isWaiting = false;

  /** Passed to the socket to be read, which must be paused until `passOn`. */
  readonly options: net.OnReadOpts = {
    buffer: () => this.#buffer,
    callback: (count) => this.#received(this.#buffer.subarray(0, count)),
  };

  /** Ends the client's connection when the server's has ended. */
  passOn(upstream: net.Socket, client: net.Socket, first: FirstBytes | null = null): void {
    this.#upstream = upstream;
    this.#client = client;
    this.#first = first;
    upstream.once('end', () => (this.#first ? this.#first.ended() : client.end()));
    upstream.resume();
  }

  /** Whether to continue reading: not while the client has not taken the buffered bytes. */
  #received(bytes: Buffer): boolean {
    const client = this.#client;
    if (!client || client.destroyed) return false;
    const passed = this.#first ? this.#first.take(bytes) : bytes;
    if (passed === null) return !client.destroyed;
    this.#first = null;
    client.write(passed, this.#onWritten);
    if (bytes.length === this.#buffer.length && bytes.length < mostBytes)
      this.#buffer = Buffer.allocUnsafeSlow(bytes.length * growth);
    this.#isWaiting = client.writableLength > 0;
    return !this.#isWaiting;
  }

  readonly #onWritten = (): void => {
    if (!this.#isWaiting || this.#client?.writableLength !== 0) return;
    this.#isWaiting = false;
    this.#upstream?.resume();
  };
}

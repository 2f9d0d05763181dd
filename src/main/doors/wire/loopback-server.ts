/**
 * The one HTTP server, on 127.0.0.1 only. Order of work: target, Host, Origin, credential,
 * and only then does a door read anything. Without a credential every route answers the same.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Disposable } from '../../../shared/base/disposable.ts';
import { errors, type ErrorCode } from '../../../shared/errors.ts';
import {
  readCredential,
  type Audience,
  type Authenticate,
  type Credential,
} from './credentials.ts';
import { refuseAtDoor } from './guards.ts';
import { replyRefused, setSafetyHeaders } from './replies.ts';
import { replyProof, type Prove } from './server-proof.ts';

export interface Door<Of extends Audience = Audience> {
  readonly audience: Of;
  matches(method: string, path: string): boolean;
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    credential: Extract<Credential, { audience: Of }>,
  ): Promise<void>;
}

export interface SocketDoor<Of extends Audience = Audience> {
  readonly audience: Of;
  matches(path: string): boolean;
  upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    credential: Extract<Credential, { audience: Of }>,
  ): void;
}

interface Deps {
  readonly authenticate: Authenticate;
  /** Proves to a caller who shows no credential that it is us who listen (shared/server-proof.ts). */
  readonly prove?: Prove;
  readonly onTrouble: (text: string) => void;
}

const host = '127.0.0.1';
const portsToTry = 50;

export class LoopbackServer implements Disposable {
  readonly #deps: Deps;
  readonly #doors: Door[] = [];
  readonly #socketDoors: SocketDoor[] = [];
  readonly #server: http.Server;
  #port = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#server = http.createServer({
      headersTimeout: 5_000,
      requestTimeout: 15_000,
      keepAliveTimeout: 60_000,
      maxHeaderSize: 16_384,
      connectionsCheckingInterval: 2_000,
    });
    this.#server.maxConnections = 256;
    this.#server.on('request', (request, response) => void this.#receive(request, response));
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  get port(): number {
    return this.#port;
  }

  open<Of extends Audience>(door: Door<Of>): void {
    this.#doors.push(door as unknown as Door);
  }

  openSocket<Of extends Audience>(door: SocketDoor<Of>): void {
    this.#socketDoors.push(door as unknown as SocketDoor);
  }

  /** The wanted port, or the next free one. */
  async start(wanted: number): Promise<number> {
    const last = wanted === 0 ? 0 : Math.min(wanted + portsToTry, 65_535);
    for (let port = wanted; port <= last; port += 1) {
      if (await this.#listen(port)) return this.#port;
    }
    if (await this.#listen(0)) return this.#port;
    throw new Error(`no free port on ${host}`);
  }

  async dispose(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  #listen(port: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const failed = (error: NodeJS.ErrnoException): void => {
        this.#server.off('listening', listening);
        if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
        else reject(error);
      };
      const listening = (): void => {
        this.#server.off('error', failed);
        this.#port = (this.#server.address() as AddressInfo).port;
        resolve(true);
      };
      this.#server.once('error', failed).once('listening', listening);
      this.#server.listen({ host, port, exclusive: true });
    });
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    setSafetyHeaders(response);
    try {
      const credential = this.#admit(request);
      if (credential === 'unauthorized' && this.#prove(request, response)) return;
      if (typeof credential === 'string') return replyRefused(response, credential);
      const door = this.#doorFor(request, credential);
      if (typeof door === 'string') return replyRefused(response, door);
      await door.serve(request, response, credential);
    } catch (error) {
      this.#deps.onTrouble(`a door failed: ${String(error)}`);
      if (response.headersSent) response.destroy();
      else replyRefused(response, 'action-failed');
    }
  }

  #prove(request: IncomingMessage, response: ServerResponse): boolean {
    const { prove } = this.#deps;
    return prove !== undefined && replyProof(request, response, { prove, port: this.#port });
  }

  #admit(request: IncomingMessage): Credential | ErrorCode {
    const refusal = refuseAtDoor(request, this.#port);
    if (refusal) return refusal;
    return readCredential(request.headers, this.#deps.authenticate) ?? 'unauthorized';
  }

  #doorFor(request: IncomingMessage, credential: Credential): Door | ErrorCode {
    const path = pathOf(request);
    const doors = this.#doors.filter((door) => door.matches(request.method ?? '', path));
    if (doors.length === 0) return 'unknown-route';
    return doors.find((door) => door.audience === credential.audience) ?? 'wrong-audience';
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const credential = this.#admit(request);
    if (typeof credential === 'string') return refuseUpgrade(socket, credential);
    const door = this.#socketDoors.find((one) => one.matches(pathOf(request)));
    if (!door) return refuseUpgrade(socket, 'unknown-route');
    if (door.audience !== credential.audience) return refuseUpgrade(socket, 'wrong-audience');
    door.upgrade(request, socket, head, credential);
  }
}

export const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?')[0] ?? '';

export function refuseUpgrade(socket: Duplex, code: ErrorCode): void {
  const { http: status } = errors[code];
  socket.end(`HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}\r\nConnection: close\r\n\r\n`);
}

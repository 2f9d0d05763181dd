/**
 * What every request meets, whichever listener it came by. Order of work: target, Host, Origin,
 * credential, and only then does a door read anything. Without a credential all routes answer the same.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../../../shared/errors.ts';
import { TokenBucket } from '../../core/offers.ts';
import type { Connections } from './connections.ts';
import {
  letIn,
  readCredential,
  type Audience,
  type Authenticate,
  type Credential,
} from './credentials.ts';
import { refuseAtDoor, type MayComeFrom } from './guards.ts';
import { takeKeyFromPath, type MaySitInPath } from './key-in-path.ts';
import { isForm, leakedIn, leakedInForm } from './leaked-credentials.ts';
import { endRefused, refusalSaid, replyRefused, setSafetyHeaders } from './replies.ts';
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

export interface FrontDeps {
  readonly authenticate: Authenticate;
  /** Proves to a caller who shows no credential that it is us who listen (shared/server-proof.ts). */
  readonly prove?: Prove;
  readonly onTrouble: (text: string) => void;
  /** It was shown where it may have been written down: from now on it opens nothing. */
  readonly revoke?: (credential: Credential) => void;
  readonly maySitInPath?: MaySitInPath;
  readonly onRefused?: (code: ErrorCode) => void;
  /** Whether a browser may come in with that Origin; without this none may. */
  readonly mayComeFrom?: MayComeFrom;
  /** A credential of one use for a socket, shown by those who cannot send a header. */
  readonly byTicket?: (request: IncomingMessage) => Credential | null;
  /** What is open to those who have no credential yet; it answers for itself. */
  readonly knock?: KnockDoor;
}

export interface KnockDoor {
  matches(method: string, path: string): boolean;
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** Where a request came in. */
export interface Entrance {
  readonly port: number;
  readonly hosts: readonly string[];
  readonly connections: Connections;
}

/** Wrong credentials and refused upgrades share so much patience, whoever and wherever they come from. */
export const patience = { perSecond: 1, burst: 20 };
/** Those without a credential are heard so often, all together. */
const knocking = { perSecond: 5, burst: 40 };
const monotonic = (): number => performance.now();

export class Front {
  readonly #deps: FrontDeps;
  readonly #doors: Door[] = [];
  readonly #socketDoors: SocketDoor[] = [];
  readonly #tries = new TokenBucket({ monotonic }, patience);
  readonly #upgrades = new TokenBucket({ monotonic }, patience);
  readonly #knocks = new TokenBucket({ monotonic }, knocking);
  /** The last request of each connection, as it is or was answered. */
  readonly #answering = new WeakMap<Duplex, ServerResponse>();

  constructor(deps: FrontDeps) {
    this.#deps = deps;
  }

  open<Of extends Audience>(door: Door<Of>): void {
    this.#doors.push(door as unknown as Door);
  }

  openSocket<Of extends Audience>(door: SocketDoor<Of>): void {
    this.#socketDoors.push(door as unknown as SocketDoor);
  }

  async receive(
    request: IncomingMessage,
    response: ServerResponse,
    entrance: Entrance,
  ): Promise<void> {
    setSafetyHeaders(response);
    this.#answering.set(request.socket, response);
    try {
      const refusal = await this.#pass(request, response, entrance);
      if (refusal) replyRefused(response, refusal);
    } catch (error) {
      // Whoever left while still sending waits for no answer.
      if (request.destroyed && !request.complete) return void response.destroy();
      this.#deps.onTrouble(`a door failed: ${String(error)}`);
      if (response.headersSent) response.destroy();
      else replyRefused(response, 'action-failed');
    }
    const said = refusalSaid(response);
    if (said) this.#deps.onRefused?.(said);
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, entrance: Entrance): void {
    socket.on('error', () => socket.destroy());
    const refusal = this.#passUpgrade(request, socket, head, entrance);
    // A door may refuse by itself what is no proper handshake, or none for it.
    const said = refusal ?? refusalSaid(socket);
    if (said) this.#deps.onRefused?.(said);
    if (!refusal) return;
    if (this.#upgrades.take()) endRefused(socket, refusal);
    else socket.destroy();
  }

  /** Not even HTTP. Behind a request that is still being answered nothing may be said in between. */
  malformed(error: NodeJS.ErrnoException, socket: Duplex): void {
    const last = this.#answering.get(socket);
    if (last?.headersSent && !last.shouldKeepAlive) return;
    if (last?.req.complete && !last.writableFinished) {
      return void last.once('close', () => socket.destroy());
    }
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const code = codeOfMalformed[error.code ?? ''] ?? 'bad-request';
    this.#deps.onRefused?.(code);
    endRefused(socket, code);
  }

  async #pass(
    request: IncomingMessage,
    response: ServerResponse,
    entrance: Entrance,
  ): Promise<ErrorCode | null> {
    const credential = this.#admit(request, entrance);
    if (isForm(request)) return this.#turnAwayForm(request, credential);
    if (credential === 'unauthorized' && this.#prove(request, response, entrance)) return null;
    if (credential === 'unauthorized' && this.#mayKnock(request)) {
      await this.#deps.knock?.serve(request, response);
      return null;
    }
    if (typeof credential === 'string') return credential;
    const door = this.#doorFor(request, credential);
    if (typeof door === 'string') return door;
    if (!entrance.connections.proved(request.socket, credential)) return 'too-many-connections';
    if (request.headers.expect === '100-continue') response.writeContinue();
    await door.serve(request, response, credential);
    return null;
  }

  #admit(
    request: IncomingMessage,
    entrance: Entrance,
    byTicket?: FrontDeps['byTicket'],
  ): Credential | ErrorCode {
    const { authenticate, maySitInPath = () => false } = this.#deps;
    const keyInPath = takeKeyFromPath(request, authenticate, maySitInPath);
    const leaked = leakedIn(request, authenticate);
    for (const credential of leaked) this.#deps.revoke?.(credential);
    const refusal = refuseAtDoor(request, entrance.hosts, this.#deps.mayComeFrom);
    if (refusal) return refusal;
    const shown = request.headers.authorization;
    const ticket = shown === undefined ? (byTicket?.(request) ?? null) : null;
    const look = (): Credential | null =>
      keyInPath === null ? readCredential(request.headers, authenticate) : authenticate(keyInPath);
    const credential = ticket ?? look();
    if (credential && leaked.length === 0) {
      letIn(request, credential, look);
      return credential;
    }
    // Who shows nothing learns nothing; only wrong guesses use patience up.
    return shown === undefined || this.#tries.take() ? 'unauthorized' : 'too-many-tries';
  }

  async #turnAwayForm(
    request: IncomingMessage,
    credential: Credential | ErrorCode,
  ): Promise<ErrorCode> {
    if (credential === 'wrong-host' || credential === 'wrong-origin') return credential;
    const leaked = await leakedInForm(request, this.#deps.authenticate);
    for (const one of leaked) this.#deps.revoke?.(one);
    if (typeof credential === 'string') return credential;
    return leaked.length > 0 ? 'unauthorized' : 'wrong-content-type';
  }

  #prove(request: IncomingMessage, response: ServerResponse, { port }: Entrance): boolean {
    const { prove } = this.#deps;
    return prove !== undefined && replyProof(request, response, { prove, port });
  }

  #mayKnock(request: IncomingMessage): boolean {
    const { method = '', headers } = request;
    const isOpen = this.#deps.knock?.matches(method, pathOf(request)) ?? false;
    return isOpen && headers.authorization === undefined && this.#knocks.take();
  }

  #doorFor(request: IncomingMessage, credential: Credential): Door | ErrorCode {
    const path = pathOf(request);
    const doors = this.#doors.filter((door) => door.matches(request.method ?? '', path));
    if (doors.length === 0) return 'unknown-route';
    return doors.find((door) => door.audience === credential.audience) ?? 'wrong-audience';
  }

  #passUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    entrance: Entrance,
  ): ErrorCode | null {
    const credential = this.#admit(request, entrance, this.#deps.byTicket);
    if (typeof credential === 'string') return credential;
    const doors = this.#socketDoors.filter((one) => one.matches(pathOf(request)));
    if (doors.length === 0) return 'unknown-route';
    const door = doors.find((one) => one.audience === credential.audience);
    if (!door) return 'wrong-audience';
    if (!entrance.connections.upgraded(socket, credential)) return 'too-many-connections';
    door.upgrade(request, socket, head, credential);
    return null;
  }
}

export const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?')[0] ?? '';

const codeOfMalformed: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-too-slow',
};

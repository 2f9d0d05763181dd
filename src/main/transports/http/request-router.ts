/**
 * Checks every request of every listener and passes it to its route. Order: target, Host, Origin,
 * credential; only then does a route read anything. Without a credential all routes answer the same.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../../../shared/errors/errors.ts';
import { TokenBucket } from '../../core/core.ts';
import type { HttpConnections } from './connections.ts';
import {
  isStillLetIn,
  admit,
  readCredential,
  type Audience,
  type Authenticate,
  type Credential,
  takeKeyFromPath,
  type PathKeyCheck,
  isForm,
  leakedIn,
  leakedInForm,
} from './credentials.ts';
import { endRefused, sentRefusal, replyRefused, setSafetyHeaders } from './replies.ts';
import { replyProof, type Prove } from './server-proof.ts';

export interface HttpRoute<Of extends Audience = Audience> {
  readonly audience: Of;
  matches(method: string, path: string): boolean;
  serve(
    request: IncomingMessage,
    response: ServerResponse,
    credential: Extract<Credential, { audience: Of }>,
  ): Promise<void>;
}

export interface SocketRoute<Of extends Audience = Audience> {
  readonly audience: Of;
  matches(path: string): boolean;
  upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    credential: Extract<Credential, { audience: Of }>,
  ): void;
}

export interface RequestRouterDeps {
  readonly authenticate: Authenticate;
  /** Proves to a caller without a credential that this server is Gatehouse (shared/app/server-proof.ts). */
  readonly prove?: Prove;
  readonly onError: (text: string) => void;
  /** Revokes a credential that appeared where it may have been logged. */
  readonly revoke?: (credential: Credential) => void;
  readonly pathKeyAllowed?: PathKeyCheck;
  readonly onRefused?: (code: ErrorCode) => void;
  /** Whether requests with this browser Origin are allowed; without this function none are. */
  readonly mayComeFrom?: OriginCheck;
  /** Single-use credential for a WebSocket, for clients that cannot send a header. */
  readonly byTicket?: (request: IncomingMessage) => Credential | null;
  /** Refuses a connection from another user of this computer, whatever credential it shows. */
  readonly refusePeer?: (socket: Duplex) => Promise<ErrorCode | null>;
  /** The route that needs no credential, such as browser pairing; it does its own checks. */
  readonly publicRoute?: PublicRoute;
}

export interface PublicRoute {
  matches(method: string, path: string): boolean;
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Whether a request is served although the shared rate is used up. */
  mayExceedRate?(request: IncomingMessage): Promise<boolean>;
}

/** The listener that received a request. */
export interface ListenerInfo {
  readonly port: number;
  readonly hosts: readonly string[];
  readonly connections: HttpConnections;
  /** Whether the management token is accepted here. */
  readonly management: boolean;
}

/** Whether requests with this Origin may continue. */
type OriginCheck = (request: IncomingMessage, origin: string) => boolean;

/** Rate of wrong credentials and of refused upgrades that get a reply, for all callers together. */
export const failedAttemptRate = { perSecond: 1, burst: 20 };
/** Rate of requests to the public route, for all callers together. */
const publicRequestRate = { perSecond: 5, burst: 40 };
const monotonic = (): number => performance.now();

export class RequestRouter {
  readonly #deps: RequestRouterDeps;
  readonly #routes: HttpRoute[] = [];
  readonly #socketRoutes: SocketRoute[] = [];
  readonly #failedAttempts = new TokenBucket({ monotonic }, failedAttemptRate);
  readonly #upgrades = new TokenBucket({ monotonic }, failedAttemptRate);
  readonly #publicRequests = new TokenBucket({ monotonic }, publicRequestRate);
  /** The latest response of each connection. */
  readonly #responses = new WeakMap<Duplex, ServerResponse>();

  constructor(deps: RequestRouterDeps) {
    this.#deps = deps;
  }

  open<Of extends Audience>(route: HttpRoute<Of>): void {
    this.#routes.push(route as unknown as HttpRoute);
  }

  openSocket<Of extends Audience>(route: SocketRoute<Of>): void {
    this.#socketRoutes.push(route as unknown as SocketRoute);
  }

  async receive(
    request: IncomingMessage,
    response: ServerResponse,
    listenerInfo: ListenerInfo,
  ): Promise<void> {
    setSafetyHeaders(response);
    this.#responses.set(request.socket, response);
    try {
      const refusal = await this.#pass(request, response, listenerInfo);
      if (refusal) replyRefused(response, refusal);
    } catch (error) {
      // The client disconnected while sending; nobody waits for a reply.
      if (request.destroyed && !request.complete) return void response.destroy();
      this.#deps.onError(`a request failed: ${String(error)}`);
      if (response.headersSent) response.destroy();
      else replyRefused(response, 'action-failed');
    }
    const refusalCode = sentRefusal(response);
    if (refusalCode) this.#deps.onRefused?.(refusalCode);
  }

  upgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    listenerInfo: ListenerInfo,
  ): void {
    socket.on('error', () => socket.destroy());
    void this.#answerUpgrade(request, socket, head, listenerInfo).catch((error: unknown) => {
      this.#deps.onError(`a request failed: ${String(error)}`);
      socket.destroy();
    });
  }

  async #answerUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    listenerInfo: ListenerInfo,
  ): Promise<void> {
    const refusal = await this.#passUpgrade(request, socket, head, listenerInfo);
    // The route itself may have refused an invalid handshake.
    const refusalCode = refusal ?? sentRefusal(socket);
    if (refusalCode) this.#deps.onRefused?.(refusalCode);
    if (!refusal) return;
    if (this.#upgrades.take()) endRefused(socket, refusal);
    else socket.destroy();
  }

  /** Bytes that are not HTTP. While an earlier request is still being answered, nothing may be written in between. */
  malformed(error: NodeJS.ErrnoException, socket: Duplex): void {
    const last = this.#responses.get(socket);
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
    listenerInfo: ListenerInfo,
  ): Promise<ErrorCode | null> {
    const credential = this.#admit(request, listenerInfo);
    if (isForm(request)) return this.#refuseForm(request, credential);
    if (credential === 'unauthorized' && this.#prove(request, response, listenerInfo)) return null;
    if (credential === 'unauthorized' && (await this.#mayUsePublicRoute(request))) {
      const peerRefusal = await this.#refusePeer(request, request.socket);
      if (!peerRefusal) await this.#deps.publicRoute?.serve(request, response);
      return peerRefusal;
    }
    if (typeof credential === 'string') return credential;
    if (isClosedTo(credential, listenerInfo)) return 'management-not-here';
    const route = this.#routeFor(request, credential);
    if (typeof route === 'string') return route;
    if (!listenerInfo.connections.proved(request.socket, credential)) return 'too-many-connections';
    const peerRefusal = await this.#refusePeer(request, request.socket);
    if (peerRefusal) return peerRefusal;
    if (request.headers.expect === '100-continue') response.writeContinue();
    await route.serve(request, response, credential);
    return null;
  }

  #admit(
    request: IncomingMessage,
    listenerInfo: ListenerInfo,
    byTicket?: RequestRouterDeps['byTicket'],
  ): Credential | ErrorCode {
    const { authenticate, pathKeyAllowed = () => false } = this.#deps;
    const keyInPath = takeKeyFromPath(request, authenticate, pathKeyAllowed);
    const leaked = leakedIn(request, authenticate);
    for (const credential of leaked) this.#deps.revoke?.(credential);
    const refusal = refuseRequest(request, listenerInfo.hosts, this.#deps.mayComeFrom);
    if (refusal) return refusal;
    const shown = request.headers.authorization;
    const ticket = shown === undefined ? (byTicket?.(request) ?? null) : null;
    const readAgain = (): Credential | null =>
      keyInPath === null ? readCredential(request.headers, authenticate) : authenticate(keyInPath);
    const credential = ticket ?? readAgain();
    if (credential && leaked.length === 0) {
      // The ticket is used up; the route checks again whether its browser is still paired.
      admit(request, credential, ticket ? () => ticket : readAgain);
      return credential;
    }
    // A request without a credential costs nothing; only wrong guesses count against the rate.
    return shown === undefined || this.#failedAttempts.take() ? 'unauthorized' : 'too-many-tries';
  }

  async #refuseForm(
    request: IncomingMessage,
    credential: Credential | ErrorCode,
  ): Promise<ErrorCode> {
    if (credential === 'wrong-host' || credential === 'wrong-origin') return credential;
    const leaked = await leakedInForm(request, this.#deps.authenticate);
    for (const item of leaked) this.#deps.revoke?.(item);
    if (typeof credential === 'string') return credential;
    return leaked.length > 0 ? 'unauthorized' : 'wrong-content-type';
  }

  #prove(request: IncomingMessage, response: ServerResponse, { port }: ListenerInfo): boolean {
    const { prove } = this.#deps;
    return prove !== undefined && replyProof(request, response, { prove, port });
  }

  async #mayUsePublicRoute(request: IncomingMessage): Promise<boolean> {
    const { method = '', headers } = request;
    const { publicRoute } = this.#deps;
    const isOpen = publicRoute?.matches(method, pathOf(request)) ?? false;
    if (!isOpen || headers.authorization !== undefined) return false;
    return this.#publicRequests.take() || ((await publicRoute?.mayExceedRate?.(request)) ?? false);
  }

  #routeFor(request: IncomingMessage, credential: Credential): HttpRoute | ErrorCode {
    const path = pathOf(request);
    let refusal: ErrorCode = 'unknown-route';
    for (const route of this.#routes) {
      if (!route.matches(request.method ?? '', path)) continue;
      if (route.audience === credential.audience) return route;
      refusal = 'wrong-audience';
    }
    return refusal;
  }

  /** Finding the peer takes time, so the credential is checked again afterwards. */
  async #refusePeer(request: IncomingMessage, socket: Duplex): Promise<ErrorCode | null> {
    const { refusePeer } = this.#deps;
    if (!refusePeer) return null;
    const refusal = await refusePeer(socket);
    return refusal ?? (isStillLetIn(request) ? null : 'unauthorized');
  }

  async #passUpgrade(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    listenerInfo: ListenerInfo,
  ): Promise<ErrorCode | null> {
    const credential = this.#admit(request, listenerInfo, this.#deps.byTicket);
    if (typeof credential === 'string') return credential;
    if (isClosedTo(credential, listenerInfo)) return 'management-not-here';
    const routes = this.#socketRoutes.filter((item) => item.matches(pathOf(request)));
    if (routes.length === 0) return 'unknown-route';
    const route = routes.find((item) => item.audience === credential.audience);
    if (!route) return 'wrong-audience';
    if (!listenerInfo.connections.upgraded(socket, credential)) return 'too-many-connections';
    const peerRefusal = await this.#refusePeer(request, socket);
    if (peerRefusal || socket.destroyed) return peerRefusal;
    route.upgrade(request, socket, head, credential);
    return null;
  }
}

/** Checked before anything is parsed: the target, the Host, and that no web page is the caller. */
export function refuseRequest(
  request: IncomingMessage,
  ours: readonly string[],
  mayComeFrom: OriginCheck = () => false,
): ErrorCode | null {
  if (!request.url?.startsWith('/')) return 'bad-target';
  const hosts = valuesOf(request, 'host');
  if (hosts.length !== 1 || !ours.includes(hosts[0] ?? '')) return 'wrong-host';
  const [origin, ...more] = valuesOf(request, 'origin');
  if (origin === undefined) return null;
  return more.length === 0 && mayComeFrom(request, origin) ? null : 'wrong-origin';
}

/** Reads the raw list, since Node merges or drops repeated headers. */
function valuesOf({ rawHeaders }: IncomingMessage, name: string): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] ?? '';
    if (header.length !== name.length || header.toLowerCase() !== name) continue;
    values.push(rawHeaders[at + 1] ?? '');
  }
  return values;
}

const isClosedTo = ({ audience }: Credential, { management }: ListenerInfo): boolean =>
  audience === 'management' && !management;

export function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

const codeOfMalformed: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-too-slow',
};

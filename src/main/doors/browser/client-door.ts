/** MCP clients that speak over a WebSocket: the same tools as at /mcp, with a client key and no Origin. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/ids.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Clock } from '../../core/needs.ts';
import type { Callers } from '../../platform/peers/callers.ts';
import { claimedWorkspaceOf, type Caller } from '../mcp/caller.ts';
import { tell, registryServer } from '../mcp/registry-server.ts';
import type { Registry } from '../mcp/registry.ts';
import { closeCodes } from '../sockets/close-codes.ts';
import { Heartbeat } from '../sockets/heartbeat.ts';
import { intakeFor } from '../sockets/intake.ts';
import { LiveSocket } from '../sockets/live-socket.ts';
import { closeServer, newSocketServer } from '../sockets/socket-server.ts';
import type { Credential } from '../wire/credentials.ts';
import type { SocketDoor } from '../wire/loopback-server.ts';
import { endRefused, maxBodyBytes } from '../wire/replies.ts';
import { SocketTransport } from './socket-transport.ts';

type ClientCredential = Extract<Credential, { audience: 'client' }>;

interface Deps {
  readonly clock: Clock;
  readonly registry: Registry;
  readonly callers: Pick<Callers, 'of'>;
  readonly settings: Pick<Settings, 'limits'>;
  /** Whether its key still opens anything. */
  readonly isKnown: (clientId: ClientId) => boolean;
  readonly onTrouble: (text: string) => void;
}

/** Somebody at this door, from the upgrade on. */
interface Guest {
  readonly clientId: ClientId;
  end: () => void;
}

const leastIntake = { perSecond: 200, burst: 400 };

export class ClientDoor implements SocketDoor<'client'>, Disposable {
  readonly audience = 'client';
  readonly #deps: Deps;
  readonly #server = newSocketServer(maxBodyBytes);
  readonly #heartbeat: Heartbeat;
  readonly #guests = new Set<Guest>();
  #closed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#heartbeat = new Heartbeat(deps.clock);
  }

  matches(path: string): boolean {
    return path === '/';
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, by: ClientCredential): void {
    const { url = '', headers } = request;
    const query = new URLSearchParams(url.split('?', 2)[1] ?? '');
    if (query.has('type')) return endRefused(socket, 'wrong-audience');
    if (headers.origin !== undefined) return endRefused(socket, 'wrong-origin');
    void this.#admit(request, socket, head, by.clientId);
  }

  /** Its key was taken away: the other side need say nothing more to be told so. */
  endAllOf(clientId: ClientId): void {
    for (const guest of this.#guests) if (guest.clientId === clientId) guest.end();
  }

  async dispose(): Promise<void> {
    this.#closed = true;
    this.#heartbeat.dispose();
    await closeServer(this.#server);
  }

  async #admit(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    clientId: ClientId,
  ): Promise<void> {
    const guest: Guest = { clientId, end: () => socket.destroy() };
    this.#guests.add(guest);
    socket.once('close', () => this.#guests.delete(guest));
    const verified = await this.#deps.callers.of(request.socket, clientId);
    if (socket.destroyed || this.#closed) return void socket.destroy();
    const caller = { clientId, verified, claimedWorkspace: claimedWorkspaceOf(request.headers) };
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      void this.#greet(opened, socket, caller, guest);
    });
  }

  async #greet(opened: WebSocket, wire: Duplex, caller: Caller, guest: Guest): Promise<void> {
    const { clock, registry, settings } = this.#deps;
    const { clientId } = caller;
    const onTrouble = (text: string): void => this.#deps.onTrouble(`client ${clientId}: ${text}`);
    const transport = new SocketTransport({
      send: (message) => live.send(message),
      close: () => live.close(closeCodes.goingAway, 'the MCP session is over'),
    });
    const live: LiveSocket = new LiveSocket({
      socket: opened,
      ...{ wire, clock, onTrouble },
      intake: intakeFor(settings.limits, leastIntake),
      heartbeat: this.#heartbeat,
      onMessage: (text) => this.#hear(live, transport, clientId, text),
      onClosed: () => transport.closed(),
    });
    guest.end = () => live.close(closeCodes.revoked, 'the key was taken away');
    const server = registryServer(registry, () => caller);
    const following = registry.follow(clientId, (list) => tell(server, list));
    server.onclose = () => void following.dispose();
    await server.connect(transport);
  }

  #hear(live: LiveSocket, transport: SocketTransport, clientId: ClientId, text: string): void {
    if (this.#deps.isKnown(clientId)) transport.hear(text);
    else live.close(closeCodes.revoked, 'the key was taken away');
  }
}

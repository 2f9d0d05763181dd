/**
 * MCP over WebSocket: the same tools as at /mcp, for programs with a client key. Web pages, which
 * send an Origin, are refused.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Disposable } from '../../../shared/base/disposable.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import type { Settings } from '../../../shared/app/settings.ts';
import type { Clock } from '../../core/dependencies.ts';
import type { Callers } from '../../platform/peers/callers.ts';
import { claimedWorkspaceOf, type McpCaller } from '../mcp/exchange.ts';
import { registryServer } from '../mcp/registry-server.ts';
import type { McpRegistry } from '../mcp/registry.ts';
import { closeCodes } from '../sockets/close-codes.ts';
import { Heartbeat } from '../sockets/heartbeat.ts';
import { intakeFor } from '../sockets/socket-limits.ts';
import { LiveSocket } from '../sockets/live-socket.ts';
import { closeServer, newSocketServer } from '../sockets/socket-server.ts';
import type { Credential } from '../http/credentials.ts';
import type { SocketRoute } from '../http/loopback-server.ts';
import { endRefused, maxBodyBytes } from '../http/replies.ts';
import { SocketTransport } from './socket-transport.ts';

type ClientCredential = Extract<Credential, { audience: 'client' }>;

interface Deps {
  readonly clock: Clock;
  readonly registry: McpRegistry;
  readonly callers: Pick<Callers, 'of'>;
  readonly settings: Pick<Settings, 'limits'>;
  /** Whether the client still has a key. */
  readonly isKnown: (clientId: ClientId) => boolean;
  readonly onError: (text: string) => void;
}

/** One connection, from the upgrade request on. */
interface SocketClient {
  readonly clientId: ClientId;
  end: () => void;
}

const leastIntake = { perSecond: 200, burst: 400 };

export class ClientSocketRoute implements SocketRoute<'client'>, Disposable {
  readonly audience = 'client';
  readonly #deps: Deps;
  readonly #server = newSocketServer(maxBodyBytes);
  readonly #heartbeat: Heartbeat;
  readonly #connections = new Set<SocketClient>();
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

  /**
   * Closes the connections of a client whose key was revoked, without waiting for its next message.
   */
  endAllOf(clientId: ClientId): void {
    for (const connection of this.#connections)
      if (connection.clientId === clientId) connection.end();
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
    const connection: SocketClient = { clientId, end: () => socket.destroy() };
    this.#connections.add(connection);
    socket.once('close', () => this.#connections.delete(connection));
    const verified = await this.#deps.callers.of(request.socket, clientId);
    if (socket.destroyed || this.#closed) return void socket.destroy();
    const caller = { clientId, verified, claimedWorkspace: claimedWorkspaceOf(request.headers) };
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      void this.#accept(opened, socket, caller, connection);
    });
  }

  async #accept(
    opened: WebSocket,
    wire: Duplex,
    caller: McpCaller,
    connection: SocketClient,
  ): Promise<void> {
    const { clock, registry, settings } = this.#deps;
    const { clientId } = caller;
    const onError = (text: string): void => this.#deps.onError(`client ${clientId}: ${text}`);
    const transport = new SocketTransport({
      send: (message) => live.send(message),
      close: () => live.close(closeCodes.goingAway, 'the MCP session is over'),
    });
    const live: LiveSocket = new LiveSocket({
      socket: opened,
      ...{ wire, clock, onError },
      intake: intakeFor(settings.limits, leastIntake),
      heartbeat: this.#heartbeat,
      onMessage: (text) => this.#receive(live, transport, clientId, text),
      onClosed: () => transport.closed(),
    });
    connection.end = () => live.close(closeCodes.revoked, 'the key was revoked');
    const server = registryServer(registry, clientId, () => caller);
    await server.connect(transport);
  }

  #receive(live: LiveSocket, transport: SocketTransport, clientId: ClientId, text: string): void {
    if (this.#deps.isKnown(clientId)) transport.receive(text);
    else live.close(closeCodes.revoked, 'the key was revoked');
  }
}

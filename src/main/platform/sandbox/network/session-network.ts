/** The network of one session: its namespace, the proxy in it, transparent mode, our own endpoint, and forwards. */
import dgram from 'node:dgram';
import fs from 'node:fs/promises';
import type http from 'node:http';
import net from 'node:net';
import type { Disposable } from '../../../../shared/base/disposable.ts';
import { proxyPort } from '../../../../shared/network/connection.ts';
import type { Forward } from '../../../../shared/network/session-network.ts';
import type { McpForward } from '../../../../shared/sandbox/network-protocol.ts';
import { httpProxy } from './http-proxy.ts';
import type { HolderListener } from './holder-steps.ts';
import { listeningPorts } from './listening-ports.ts';
import { mcpForward } from './mcp-forward.ts';
import { SyntheticAddresses } from './synthetic-addresses.ts';
import { NetworkHolder } from './network-holder.ts';
import { isSocks, serveSocks } from './socks-proxy.ts';
import { openTunnel, pump, type RequestConnection } from './tunnel.ts';

const dnsPort = 53;
const transparentPorts = [443, 80, 22] as const;
const maxOpen = 256;
const maxForwards = 20;

export interface SessionNetworkOptions {
  readonly bwrap: string;
  readonly ask: RequestConnection;
  /** Null: our MCP endpoint is not reachable from inside. */
  readonly mcp: McpForward | null;
}

export class SessionNetwork implements Disposable {
  readonly #holder: NetworkHolder;
  readonly #proxy: http.Server;
  readonly #mcp: http.Server | null;
  readonly #names = new SyntheticAddresses();
  readonly #ask: RequestConnection;
  readonly #open = new Set<net.Socket>();
  readonly #forwards = new Map<number, net.Server>();
  readonly #ownPorts: ReadonlySet<number>;

  private constructor(
    holder: NetworkHolder,
    { ask, mcp }: SessionNetworkOptions,
    ownPorts: ReadonlySet<number>,
  ) {
    this.#mcp = mcp && mcpForward(mcp);
    this.#holder = holder;
    this.#ask = ask;
    this.#proxy = httpProxy(ask);
    this.#ownPorts = ownPorts;
  }

  static async start(options: SessionNetworkOptions): Promise<SessionNetwork> {
    const { bwrap, mcp } = options;
    const mcpPort = mcp?.port ?? null;
    const listeners: readonly HolderListener[] = [
      { port: proxyPort, at: 'loopback', kind: 'tcp' },
      { port: dnsPort, at: 'loopback', kind: 'udp' },
      ...transparentPorts.map((port): HolderListener => ({ port, at: 'any', kind: 'tcp' })),
      ...(mcpPort === null ? [] : [{ port: mcpPort, at: 'loopback', kind: 'tcp' } as const]),
    ];
    const { holder, sockets } = await NetworkHolder.start({ bwrap, listeners });
    const own = new Set(listeners.map(({ port }) => port));
    const network = new SessionNetwork(holder, options, own);
    listeners.forEach(({ port }, index) => {
      const socket = sockets[index];
      if (socket instanceof dgram.Socket) network.#serveNames(socket);
      else if (socket) network.#serve(socket, port, mcpPort);
    });
    return network;
  }

  /** Programs of the session join it. */
  get holderPid(): number {
    return this.#holder.pid;
  }

  get ended(): Promise<void> {
    return this.#holder.ended;
  }

  /** The ports on which programs of the session listen, on the session's own loopback. */
  async ports(): Promise<readonly number[]> {
    const tables = ['tcp', 'tcp6'].map((name) =>
      fs.readFile(`/proc/${this.#holder.pid}/net/${name}`, 'utf8').catch(() => ''),
    );
    const ports = listeningPorts((await Promise.all(tables)).join('\n'));
    return ports.filter((port) => !this.#ownPorts.has(port));
  }

  forwards(): readonly Forward[] {
    return [...this.#forwards].map(([port, server]) => forwardOf(port, server));
  }

  /**
   * A listener on this computer's loopback that forwards to a port of the session; an existing one
   * is reused.
   */
  async forward(port: number): Promise<Forward> {
    const known = this.#forwards.get(port);
    if (known) return forwardOf(port, known);
    if (this.#ownPorts.has(port) || this.#forwards.size >= maxForwards)
      throw new Error('that port cannot be forwarded');
    const server = net.createServer({ allowHalfOpen: true }, (outside) => {
      this.#admit(outside, () => this.#lead(outside, port));
    });
    this.#forwards.set(port, server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    return forwardOf(port, server);
  }

  closeForward(port: number): void {
    this.#forwards.get(port)?.close();
    this.#forwards.delete(port);
  }

  async dispose(): Promise<void> {
    for (const port of [...this.#forwards.keys()]) this.closeForward(port);
    for (const socket of this.#open) socket.destroy();
    this.#proxy.closeAllConnections();
    this.#mcp?.closeAllConnections();
    await this.#holder.dispose();
  }

  #serve(server: net.Server, port: number, mcpPort: number | null): void {
    // A program that has finished sending still waits for the response.
    Object.assign(server, { allowHalfOpen: true });
    server.on('error', () => undefined);
    server.on('connection', (client) => {
      this.#admit(client, () => {
        if (port === proxyPort) return this.#sniff(client);
        if (port !== mcpPort) return this.#transparent(client, port);
        return void this.#mcp?.emit('connection', client);
      });
    });
  }

  /** HTTP or SOCKS; the first byte decides. */
  #sniff(client: net.Socket): void {
    client.once('readable', () => {
      const head = client.read() as Buffer | null;
      if (head === null) return void client.destroy();
      if (isSocks(head[0] ?? 0)) return void serveSocks(client, head, this.#ask);
      client.unshift(head);
      this.#proxy.emit('connection', client);
    });
  }

  async #transparent(client: net.Socket, port: number): Promise<void> {
    const host = this.#names.nameOf(client.localAddress ?? '');
    if (host === null) return void client.resetAndDestroy();
    const opened = await openTunnel(client, { host, port }, this.#ask);
    if (client.destroyed) return;
    if (opened.kind === 'open') pump(client, opened);
    else client.resetAndDestroy();
  }

  async #lead(outside: net.Socket, port: number): Promise<void> {
    try {
      const inside = await this.#holder.connect(port);
      joined(outside, inside);
    } catch {
      outside.destroy();
    }
  }

  #admit(socket: net.Socket, serve: () => void | Promise<void>): void {
    socket.on('error', () => socket.destroy());
    if (this.#open.size >= maxOpen) return void socket.destroy();
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    void serve();
  }

  #serveNames(socket: dgram.Socket): void {
    socket.on('error', () => undefined);
    socket.on('message', (query, { port, address }) => {
      const answer = this.#names.answer(query);
      if (answer) socket.send(answer, port, address);
    });
  }
}

const forwardOf = (port: number, server: net.Server): Forward => {
  const address = server.address();
  const outside = typeof address === 'object' && address ? address.port : 0;
  return { port, url: `http://127.0.0.1:${outside}` };
};

function joined(a: net.Socket, b: net.Socket): void {
  const end = (): void => {
    a.destroy();
    b.destroy();
  };
  for (const socket of [a, b]) {
    socket.on('error', end);
    socket.once('close', end);
  }
  a.pipe(b);
  b.pipe(a);
}

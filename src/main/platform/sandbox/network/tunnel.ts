/**
 * One connection of sandboxed code, in any proxy protocol: ask main, resolve, connect, copy bytes,
 * count them.
 */
import net from 'node:net';
import type { Traffic } from '../../../../shared/network/connection.ts';
import { BulkReader } from './bulk-reader.ts';

export interface ConnectTarget {
  readonly host: string;
  readonly port: number;
}

/** The main process's reply: connect to exactly these addresses, or why not. */
export type ConnectPermission =
  | { readonly kind: 'open'; readonly addresses: readonly string[] }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** The bytes of the connection are read with `onread`. */
export type Dial = (target: ConnectTarget, onread: net.OnReadOpts) => net.Socket;

/** One request to main; it stays open until the connection has closed. */
export interface AskedConnection {
  readonly permission: Promise<ConnectPermission>;
  /** The program gave up, or the connection failed. */
  failed(message: string): void;
  closed(traffic: Traffic): void;
  /** How an address is connected to; tests have their own. */
  readonly dial?: Dial | undefined;
  /** The session ended, or the user revoked it. */
  readonly stopped: AbortSignal;
}

export type RequestConnection = (target: ConnectTarget) => AskedConnection;

export interface Upstream {
  readonly upstream: net.Socket;
  readonly reader: BulkReader;
}

export type OpenedTunnel =
  | ({ readonly kind: 'open' } & Upstream)
  | { readonly kind: 'refused' | 'failed'; readonly message: string };

export interface TunnelLimits {
  readonly connectMs: number;
  /** The connection was idle for this long. */
  readonly idleMs: number;
  readonly totalMs: number;
}

export const usualLimits: TunnelLimits = {
  connectMs: 15_000,
  idleMs: 15 * 60_000,
  totalMs: 12 * 60 * 60_000,
};

/** Asks, and connects to exactly what was allowed. Both sockets are closed together. */
export async function openTunnel(
  client: net.Socket,
  target: ConnectTarget,
  ask: RequestConnection,
  limits: TunnelLimits = usualLimits,
): Promise<OpenedTunnel> {
  const asked = ask(target);
  const waiting = watchForEnd(client);
  const permission = await Promise.race([asked.permission, waiting.gone]);
  waiting.stop();
  if (permission.kind === 'refused') {
    if (permission.code === gaveUp.code) asked.failed(gaveUp.message);
    return { kind: 'refused', message: permission.message };
  }
  const connected = await connectedTo(permission.addresses, target.port, limits, asked);
  if (connected instanceof Error) {
    asked.failed(connected.message);
    return { kind: 'failed', message: connected.message };
  }
  const { upstream } = connected;
  count(client, upstream, asked, limits);
  if (client.destroyed) upstream.destroy();
  return { kind: 'open', ...connected };
}

const gaveUp = {
  kind: 'refused',
  code: 'gone',
  message: 'The program gave up before the answer.',
} as const;

/** A socket that is not read does not report that its peer closed, so its state is polled. */
function watchForEnd(client: net.Socket) {
  const { promise: gone, resolve } = Promise.withResolvers<ConnectPermission>();
  const onGone = (): void => resolve(gaveUp);
  const onReadable = (): void => {
    if (client.readableLength === 0) client.read();
  };
  client.once('end', onGone);
  client.once('close', onGone);
  client.on('readable', onReadable);
  const stop = (): void => {
    client.off('end', onGone);
    client.off('close', onGone);
    client.off('readable', onReadable);
  };
  return { gone, stop };
}

async function connectedTo(
  addresses: readonly string[],
  port: number,
  { connectMs }: TunnelLimits,
  { stopped, dial = plainDial }: AskedConnection,
): Promise<Upstream | Error> {
  let last = new Error('there is no address');
  for (const host of addresses) {
    if (stopped.aborted) return new Error('the session ended');
    const reader = new BulkReader();
    const socket = dial({ host, port }, reader.options);
    // Reads only while there is a receiver.
    socket.pause();
    const tried = await connectedOnce(socket, host, connectMs);
    if (tried instanceof net.Socket) return { upstream: tried, reader };
    last = tried;
  }
  return last;
}

const plainDial: Dial = ({ host, port }, onread) =>
  net.connect({ host, port, allowHalfOpen: true, onread });

function connectedOnce(
  socket: net.Socket,
  host: string,
  connectMs: number,
): Promise<net.Socket | Error> {
  return new Promise((resolve) => {
    const fail = (error: Error): void => {
      socket.destroy();
      resolve(error);
    };
    const late = setTimeout(() => fail(new Error(`${host} did not answer`)), connectMs);
    socket.once('error', fail);
    socket.once('connect', () => {
      clearTimeout(late);
      socket.off('error', fail);
      resolve(socket);
    });
    socket.once('close', () => clearTimeout(late));
  });
}

/**
 * Reports the byte counts once. When the client ends, the other side is ended; unread data is read
 * first.
 */
function count(
  client: net.Socket,
  upstream: net.Socket,
  asked: AskedConnection,
  { idleMs, totalMs }: TunnelLimits,
): void {
  const address = upstream.remoteAddress ?? '';
  const end = (): void => {
    client.destroy();
    upstream.destroy();
  };
  const total = setTimeout(end, totalMs);
  upstream.setTimeout(idleMs, end);
  upstream.on('error', end);
  client.on('error', end);
  client.once('close', end);
  asked.stopped.addEventListener('abort', end, { once: true });
  upstream.once('close', () => {
    clearTimeout(total);
    client.off('error', end);
    client.off('close', end);
    client.on('error', () => client.destroy());
    asked.stopped.removeEventListener('abort', end);
    asked.closed({ address, sent: upstream.bytesWritten, received: upstream.bytesRead });
  });
}

/** Copies both ways; each side ends when the other has ended. */
export function pump(client: net.Socket, { upstream, reader }: Upstream): void {
  client.pipe(upstream);
  reader.passOn(upstream, client);
}

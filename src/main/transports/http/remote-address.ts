/** The address of a caller on another machine. */
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Undefined for the loopback listener, where the caller is always on this machine. */
export function remoteAddressOf(socket: Socket): string | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const address = socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, '');
  return address?.slice(0, 100) ?? 'unknown';
}

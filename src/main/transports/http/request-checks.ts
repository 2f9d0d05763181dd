/** Checks made before anything is parsed: the target, the Host, and that no web page is the caller. */
import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '../../../shared/errors/errors.ts';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

/** Whether requests with this Origin may continue. */
export type MayComeFrom = (request: IncomingMessage, origin: string) => boolean;

const nobody: MayComeFrom = () => false;

export function refuseRequest(
  request: IncomingMessage,
  ours: readonly string[],
  mayComeFrom: MayComeFrom = nobody,
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

/** Undefined for the loopback listener, where the caller is always on this machine. */
export function remoteAddressOf(socket: Socket): string | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const address = socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/i, '');
  return address?.slice(0, 100) ?? 'unknown';
}

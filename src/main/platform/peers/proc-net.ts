/** /proc/net/tcp and tcp6: which socket is the other end of a loopback connection. Pure. */
import type { Connection } from './peer-process.ts';

export interface PeerSocket {
  readonly inode: string;
  readonly uid: number;
}

const established = '01';

/** The other end's row: its local address is our remote one. */
export function peerSocketIn(table: string, connection: Connection): PeerSocket | null {
  const theirs = endsAt(connection.remoteAddress, connection.remotePort);
  const ours = endsAt(connection.localAddress, connection.localPort);
  if (!theirs || !ours) return null;
  for (const line of table.split('\n')) {
    const [, local, remote, state, , , , uid, , inode] = line.trim().split(/\s+/);
    if (state !== established || !inode || inode === '0') continue;
    if (local && theirs.has(local) && remote && ours.has(remote))
      return { inode, uid: Number(uid) };
  }
  return null;
}

/** As the kernel writes it: IPv4, and IPv4 in an IPv6 socket. Null for anything but IPv4. */
function endsAt(address: string, port: number): ReadonlySet<string> | null {
  const bytes = address
    .replace(/^::ffff:/i, '')
    .split('.')
    .map(Number);
  if (bytes.length !== 4 || bytes.some((byte) => !(byte >= 0 && byte <= 255))) return null;
  const word = hex(bytes.toReversed());
  const end = `:${hex([port >> 8, port & 255])}`;
  return new Set([`${word}${end}`, `0000000000000000FFFF0000${word}${end}`]);
}

const hex = (bytes: readonly number[]): string =>
  bytes.map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('');

/** Parses /proc/net/tcp and tcp6 to find the other end of a loopback connection. Pure. */
import type { PeerConnection } from './peer-process.ts';

export interface PeerSocket {
  readonly inode: string;
  readonly uid: number;
}

const established = '01';

/** The other end's row: its local address is our remote one. */
export function peerSocketIn(table: string, connection: PeerConnection): PeerSocket | null {
  const row = rowsOf(table, connection).find(
    ({ state, inode }) => state === established && inode !== '0',
  );
  return row ? { inode: row.inode, uid: row.uid } : null;
}

export interface SocketOwner {
  readonly uid: number;
  /** False if its process has closed it; then the kernel no longer reports its user. */
  readonly isOpen: boolean;
}

/** The same for sockets in any state: a peer that closed one direction still has a process. */
export function ownerIn(table: string, connection: PeerConnection): SocketOwner | null {
  const rows = rowsOf(table, connection);
  const row = rows.find(({ inode }) => inode !== '0') ?? rows[0];
  return row ? { uid: row.uid, isOpen: row.inode !== '0' } : null;
}

interface SocketRow extends PeerSocket {
  readonly state: string;
}

function rowsOf(table: string, connection: PeerConnection): readonly SocketRow[] {
  const theirs = endsAt(connection.remoteAddress, connection.remotePort);
  const ours = endsAt(connection.localAddress, connection.localPort);
  if (!theirs || !ours) return [];
  return table.split('\n').flatMap((line) => {
    const [, local, remote, state = '', , , , uid, , inode] = line.trim().split(/\s+/);
    const isTheirs = local && theirs.has(local) && remote && ours.has(remote);
    return isTheirs && inode ? [{ state, inode, uid: Number(uid) }] : [];
  });
}

/** In the kernel's notation: IPv4, and IPv4 in an IPv6 socket. Null for anything but IPv4. */
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

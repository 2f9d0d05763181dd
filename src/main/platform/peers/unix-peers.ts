/** Linux, Unix sockets: only `ss` (iproute2) knows which two sockets belong together. */
import fs from 'node:fs/promises';
import type { Socket } from 'node:net';
import { describeProcess } from './linux-peers.ts';
import type { PeerProcess } from './peer-process.ts';
import { outputOf } from '../programs/tool-output.ts';

/** Null if `ss` is missing or several processes have the other end open. */
export async function unixPeer(socket: Socket): Promise<PeerProcess | null> {
  const inode = await ownInode(socket);
  if (inode === null) return null;
  const peer = peerOf(await outputOf('ss', ['-xnpH']), inode);
  return peer && describeProcess(peer.pid, peer.inode);
}

/** Node does not expose the descriptor; without it, the peer is unknown. */
async function ownInode(socket: Socket): Promise<string | null> {
  const { fd } = (socket as { _handle?: { fd?: number } })._handle ?? {};
  if (fd === undefined || fd < 0) return null;
  const target = await fs.readlink(`/proc/self/fd/${fd}`).catch(() => '');
  return /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? null;
}

// u_str ESTAB 0 0 /run/gatehouse.sock 4711 * 4712 users:(("node",pid=31,fd=21))
const row = /\s(\d+)\s+\S+\s+(\d+)\s+users:\((.*)\)\s*$/;

/** The row whose other end is ours. */
export function peerOf(
  text: string,
  inode: string,
): { readonly pid: number; readonly inode: string } | null {
  for (const line of text.split('\n')) {
    const [, own, other, users = ''] = row.exec(line) ?? [];
    if (own === undefined || other !== inode) continue;
    const pids = new Set([...users.matchAll(/pid=(\d+)/g)].map(([, pid]) => Number(pid)));
    const [pid] = pids;
    return pids.size === 1 && pid !== undefined ? { pid, inode: own } : null;
  }
  return null;
}

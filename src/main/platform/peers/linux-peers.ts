/** Linux: peer port → socket inode (/proc/net) → process (/proc/PID/fd) → what it is. */
import fs from 'node:fs/promises';
import type { PeerConnection, FindPeer, PeerProcess } from './peer-process.ts';
import { peerSocketIn, type PeerSocket } from './proc-net.ts';
import {
  allProcesses,
  factsOf,
  holdsSocket,
  parentsOf,
  startedAt,
  statOf,
} from './proc-process.ts';

/** Processes that connected before are likely to connect again, so they are checked first. */
const recentKept = 32;

export function linuxPeers(): FindPeer {
  const recent = new Set<number>();
  return async (connection) => {
    const socket = await socketOf(connection);
    // Another user's process cannot be inspected and is never a valid caller.
    if (!socket || socket.uid !== process.getuid?.()) return null;
    const pid = await holderOf(socket, recent);
    if (pid === null) return null;
    recent.delete(pid);
    recent.add(pid);
    for (const oldest of [...recent].slice(0, -recentKept)) recent.delete(oldest);
    return describeProcess(pid, socket.inode);
  };
}

async function socketOf(connection: PeerConnection): Promise<PeerSocket | null> {
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const text = await fs.readFile(table, 'utf8').catch(() => '');
    const socket = peerSocketIn(text, connection);
    if (socket) return socket;
  }
  return null;
}

async function holderOf({ inode }: PeerSocket, recent: Set<number>): Promise<number | null> {
  for (const pid of [...recent].toReversed()) {
    if (await holdsSocket(pid, inode)) return outermostHolder(pid, inode);
  }
  for (const pid of await allProcesses()) {
    if (!recent.has(pid) && (await holdsSocket(pid, inode))) return outermostHolder(pid, inode);
  }
  return null;
}

/** A child may have inherited the socket; the process that opened it is further up. */
async function outermostHolder(pid: number, inode: string): Promise<number> {
  const parent = (await statOf(pid))?.parent ?? 0;
  const inherited = parent > 1 && (await holdsSocket(parent, inode));
  return inherited ? outermostHolder(parent, inode) : pid;
}

/** Null if the pid was reused by another process meanwhile. */
export async function describeProcess(pid: number, inode: string): Promise<PeerProcess | null> {
  const before = await statOf(pid);
  const { executable, cwd } = await factsOf(pid);
  const parents = await parentsOf(pid);
  const after = await statOf(pid);
  const same = before && before.started === after?.started && (await holdsSocket(pid, inode));
  if (!same || executable === null) return null;
  return { pid, executable, cwd, parents, startedAt: startedAt(before) };
}

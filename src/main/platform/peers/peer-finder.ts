/**
 * Selects the way to find the process of a connection on this operating system, and its timeout.
 */
import type { Socket } from 'node:net';
import { linuxPeers } from './linux-peers.ts';
import { macPeers } from './mac-peers.ts';
import type { FindPeer, PeerProcess } from './peer-process.ts';
import { unixPeer } from './unix-peers.ts';
import { windowsPeers } from './windows-peers.ts';

const nobody = async (): Promise<null> => null;

export interface PeerFinder {
  readonly find: FindPeer;
  /** The same for a Unix socket. */
  readonly findUnix: (socket: Socket) => Promise<PeerProcess | null>;
  /** After this time the caller stays unverified for this connection. */
  readonly timeoutMs: number;
}

const finders: Partial<Record<NodeJS.Platform, () => PeerFinder>> = {
  linux: () => ({ find: linuxPeers(), findUnix: unixPeer, timeoutMs: 2_000 }),
  darwin: () => ({ find: macPeers, findUnix: nobody, timeoutMs: 2_000 }),
  win32: () => ({ find: windowsPeers, findUnix: nobody, timeoutMs: 4_000 }),
};

export const peerFinder = (platform: NodeJS.Platform): PeerFinder =>
  finders[platform]?.() ?? { find: nobody, findUnix: nobody, timeoutMs: 0 };

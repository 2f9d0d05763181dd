/** The way each system tells whose connection it is. */
import { linuxPeers } from './linux-peers.ts';
import type { FindPeer } from './peer-process.ts';

const nobody: FindPeer = async () => null;

export function peerFinder(platform: NodeJS.Platform): FindPeer {
  return platform === 'linux' ? linuxPeers() : nobody;
}

/**
 * Which user's process is at the other end of a loopback connection. Another user of this computer
 * is refused, whatever key they send, so a stolen key is useless to them. Looked up once per
 * connection.
 */
import fs from 'node:fs/promises';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { PeerConnection } from './peer-process.ts';
import { ownerIn, type SocketOwner } from './proc-net.ts';

/** `gone`: the peer closed its end before the check, so nobody waits for an answer. */
export type PeerUser = 'same' | 'unknown' | 'gone' | { readonly uid: number };

interface Deps {
  readonly ownUid: number | undefined;
  readonly table: () => Promise<readonly string[]>;
}

const tables = ['/proc/net/tcp', '/proc/net/tcp6'];

export class PeerUsers {
  readonly #deps: Deps;
  readonly #known = new WeakMap<Duplex, Promise<PeerUser>>();

  constructor(deps: Partial<Deps> = {}) {
    const table = (): Promise<readonly string[]> =>
      Promise.all(tables.map((file) => fs.readFile(file, 'utf8').catch(() => '')));
    this.#deps = { ownUid: process.getuid?.(), table, ...deps };
  }

  of(socket: Duplex): Promise<PeerUser> {
    const known = this.#known.get(socket);
    if (known) return known;
    const looking = this.#findUser(connectionOf(socket as Socket));
    this.#known.set(socket, looking);
    return looking;
  }

  async #findUser(connection: PeerConnection | null): Promise<PeerUser> {
    const { ownUid, table } = this.#deps;
    if (!connection || ownUid === undefined || process.platform !== 'linux') return 'unknown';
    for (const text of await table()) {
      const owner = ownerIn(text, connection);
      if (owner) return userOf(owner, ownUid);
    }
    return 'unknown';
  }
}

function userOf({ uid, isOpen }: SocketOwner, ownUid: number): PeerUser {
  if (!isOpen) return 'gone';
  return uid === ownUid ? 'same' : { uid };
}

/** Null for anything but loopback: elsewhere there is no local process to look for. */
function connectionOf(socket: Socket): PeerConnection | null {
  const { localAddress, localPort, remoteAddress, remotePort } = socket;
  if (!localAddress || !localPort || !remoteAddress || !remotePort) return null;
  const isLoopback = /^(?:::ffff:)?127\./i.test(remoteAddress);
  return isLoopback ? { localAddress, localPort, remoteAddress, remotePort } : null;
}

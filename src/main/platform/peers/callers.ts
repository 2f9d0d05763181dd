/**
 * Identifies the calling process: looked up once per connection, only after its key was accepted,
 * and with a short timeout. A process that cannot be found is unverified, which is shown but
 * blocks nothing.
 */
import type { Socket } from 'node:net';
import type { VerifiedCaller } from '../../../shared/access/access.ts';
import type { ClientId } from '../../../shared/base/ids.ts';
import { agentBehind } from './agent-behind.ts';
import type { PeerFinder } from './peer-finder.ts';
import type { PeerConnection, PeerProcess } from './peer-process.ts';

/** Which program a key belongs to, by first use and by the user's approval. */
export interface KeyOwners {
  /**
   * Whether this is the program known for the key; the first program that uses the key becomes it.
   */
  isKnown(clientId: ClientId, executable: string): boolean;
}

interface Deps extends PeerFinder {
  readonly owners: KeyOwners;
  /**
   * The program that started a client's agent in a sandbox; undefined for every other client.
   */
  readonly runBy?: (clientId: ClientId) => VerifiedCaller | null | undefined;
}

const maxConcurrent = 4;
const maxWaiting = 64;

export class Callers {
  readonly #deps: Deps;
  readonly #looking = new WeakMap<Socket, Promise<PeerProcess | null>>();
  readonly #found = new WeakMap<Socket, PeerProcess>();
  readonly #described = new WeakMap<PeerProcess, VerifiedCaller>();
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Null: unverified. */
  async of(socket: Socket, clientId: ClientId): Promise<VerifiedCaller | null> {
    const peer = await this.#peerOf(socket);
    return peer && this.#describe(peer, clientId);
  }

  /** The agent that started the hook at the other end; null if unverified. */
  async behind(socket: Socket, clientId: ClientId): Promise<VerifiedCaller | null> {
    const bridge = await this.#peerOf(socket);
    const agent = bridge && (await agentBehind(bridge).catch(() => null));
    return agent && this.#describe(agent, clientId);
  }

  /** Finds the peer process, whatever key it sent; `known` returns it afterwards. */
  async find(socket: Socket): Promise<void> {
    await this.#peerOf(socket);
  }

  /** The same synchronously, for a connection whose peer was found before. */
  known(socket: Socket, clientId: ClientId): VerifiedCaller | null {
    // The other end is our own forward out of the sandbox.
    const starter = this.#deps.runBy?.(clientId);
    if (starter) return starter;
    const peer = this.#found.get(socket);
    return peer ? this.#describe(peer, clientId) : null;
  }

  #peerOf(socket: Socket): Promise<PeerProcess | null> {
    const known = this.#looking.get(socket);
    if (known) return known;
    const looking = this.#findPeer(socket);
    this.#looking.set(socket, looking);
    void looking.then((peer) => peer && this.#found.set(socket, peer));
    return looking;
  }

  /** The same object for the same facts, so that derived values can be cached. */
  #describe(peer: PeerProcess, clientId: ClientId): VerifiedCaller {
    const { pid, executable, cwd, parents, startedAt } = peer;
    const sameAsBefore = this.#deps.owners.isKnown(clientId, executable);
    const before = this.#described.get(peer);
    if (before?.sameAsBefore === sameAsBefore) return before;
    const caller = Object.freeze({ pid, executable, cwd, parents, startedAt, sameAsBefore });
    this.#described.set(peer, caller);
    return caller;
  }

  async #findPeer(socket: Socket): Promise<PeerProcess | null> {
    if (socket.destroyed || this.#waiting.length >= maxWaiting) return null;
    if (this.#underWay >= maxConcurrent) {
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    }
    this.#underWay += 1;
    try {
      const { find, findUnix, timeoutMs } = this.#deps;
      const connection = connectionOf(socket);
      return await inTime(connection ? find(connection) : findUnix(socket), timeoutMs);
    } catch {
      return null;
    } finally {
      this.#underWay -= 1;
      this.#waiting.shift()?.();
    }
  }
}

function connectionOf(socket: Socket): PeerConnection | null {
  const { localAddress, localPort, remoteAddress, remotePort } = socket;
  if (!localAddress || !localPort || !remoteAddress || !remotePort) return null;
  return { localAddress, localPort, remoteAddress, remotePort };
}

async function inTime(
  finding: Promise<PeerProcess | null>,
  timeoutMs: number,
): Promise<PeerProcess | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  try {
    return await Promise.race([finding, late]);
  } finally {
    clearTimeout(timer);
  }
}

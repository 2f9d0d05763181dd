/** The process at the other end of a connection, as the operating system reports it. */

/** A TCP connection as our side sees it. */
export interface PeerConnection {
  readonly localAddress: string;
  readonly localPort: number;
  readonly remoteAddress: string;
  readonly remotePort: number;
}

export interface ProcessFacts {
  readonly pid: number;
  /** Null when the system does not provide it. */
  readonly executable: string | null;
  readonly cwd: string | null;
}

export interface PeerProcess extends ProcessFacts {
  readonly executable: string;
  /** Wall clock, ms; null when the system does not provide it. */
  readonly startedAt: number | null;
  /** Nearest first. */
  readonly parents: readonly ProcessFacts[];
}

/** Null unless it can be determined for certain. */
export type FindPeer = (connection: PeerConnection) => Promise<PeerProcess | null>;

export const maxParents = 8;

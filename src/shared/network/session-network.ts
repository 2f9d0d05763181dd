/** The network section of a session's card. */
import type { ReachedHost } from './connection.ts';

/** A port of the session that can be opened from this computer. */
export interface Forward {
  readonly port: number;
  readonly url: string;
}

export interface SessionNetworkView {
  readonly sessionId: string;
  readonly reached: readonly ReachedHost[];
  /** Ports that programs of the session listen on and that are not forwarded. */
  readonly ports: readonly number[];
  readonly forwards: readonly Forward[];
}

/** What a session's card shows of its network. */
import type { ReachedHost } from './connection.ts';

/** A port of the session that can be opened from this computer. */
export interface Forward {
  readonly port: number;
  readonly url: string;
}

export interface SessionNetworkView {
  readonly sessionId: string;
  readonly reached: readonly ReachedHost[];
  /** Ports that programs of the session listen on, which are not forwarded. */
  readonly ports: readonly number[];
  readonly forwards: readonly Forward[];
}

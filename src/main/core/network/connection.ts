/** A connection as sandboxed code requests it, and as it is judged, shown, made and recorded. */
import type { Session } from '../../../shared/access/access.ts';
import type { SessionId } from '../../../shared/base/ids.ts';
import type { Failed } from '../../../shared/actions/outcomes.ts';
import type { AddressClass } from '../../../shared/network/address-class.ts';
import type { Traffic } from '../../../shared/network/connection.ts';

export interface ConnectRequest {
  readonly sessionId: SessionId;
  /** As the program wrote it. */
  readonly host: string;
  readonly port: number;
  /** The command that probably requested it; null when unknown. */
  readonly probably: string | null;
  /** Resolves the name. Called only after a yes, because a lookup sends the name to DNS servers. */
  resolve(host: string): Promise<readonly string[]>;
  /** Connects to one of exactly these addresses; resolves when the connection has closed. */
  open(addresses: readonly string[], signal: AbortSignal): Promise<Traffic | Failed>;
}

export interface ResolvedConnection {
  readonly session: Session;
  /** Canonical. */
  readonly host: string;
  readonly port: number;
  /** All of one class; none before the name was looked up. */
  readonly addresses: readonly string[];
  /** The class of the addresses; before the lookup, the class that the name suggests. */
  readonly addressClass: AddressClass;
  readonly isRebound: boolean;
  readonly registry: string | null;
  readonly probably: string | null;
  /** SHA-256 over session, host and port; with the addresses where they are not what the name suggests. */
  readonly digest: string;
}

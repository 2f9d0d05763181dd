/** A connection that sandboxed code asks for: what the user is shown, and what is recorded when it closes. */
import type { AddressClass } from './address-class.ts';

export const connectAction = 'net_connect';

/** Where programs inside a sandbox find the proxy of their session; in HTTP_PROXY and the like. */
export const proxyPort = 3128;

/** The connection as the network card shows it. */
export interface ShownConnection {
  /** Canonical. */
  readonly host: string;
  readonly port: number;
  /** The address that would be connected to; null: the name is looked up after a yes. */
  readonly address: string | null;
  readonly addressClass: AddressClass;
  /** A name that reads like any other on the internet, but leads to this computer or its network. */
  readonly isRebound: boolean;
  /** The package registry it belongs to; null for any other host. */
  readonly registry: string | null;
  /** The command that probably wants it; null when there is no guess. */
  readonly probably: string | null;
  /** What a rule for this client and folder would say; null when none can be kept. */
  readonly keep: { readonly host: string; readonly within: string } | null;
}

/** The address that was connected to, and how many bytes went each way until it closed. */
export interface Traffic {
  readonly address: string;
  readonly sent: number;
  readonly received: number;
}

/** What a closed connection came to. */
export interface ConnectionUse extends Traffic {
  readonly host: string;
  readonly port: number;
}

/** A host that a session has reached or was refused, for its card. */
export interface ReachedHost {
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  readonly refused: number;
  readonly sent: number;
  readonly received: number;
  /** The user's rule that allowed the last connection, as a sentence; left out where none did. */
  readonly rule?: string | undefined;
}

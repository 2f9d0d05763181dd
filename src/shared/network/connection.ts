/**
 * A connection that sandboxed code requests: what the user sees, and what is recorded when it
 * closes.
 */
import type { AddressClass } from './address-class.ts';

export const connectAction = 'net_connect';

/**
 * Where programs inside a sandbox find their session's proxy; used in HTTP_PROXY and similar
 * variables.
 */
export const proxyPort = 3128;

/** The connection as the network card shows it. */
export interface ShownConnection {
  /** Canonical. */
  readonly host: string;
  readonly port: number;
  /** The address that would be connected to; null: the name is resolved after an approval. */
  readonly address: string | null;
  readonly addressClass: AddressClass;
  /** A name that looks public but leads to this computer or its network. */
  readonly isRebound: boolean;
  /** The package registry it belongs to; null for all other hosts. */
  readonly registry: string | null;
  /** The command that probably opens it; null if there is no guess. */
  readonly probably: string | null;
  /** What a rule for this client and folder would say; null if no rule can be made. */
  readonly keep: { readonly host: string; readonly within: string } | null;
}

/** The address that was connected to, and the bytes sent each way until it closed. */
export interface Traffic {
  readonly address: string;
  readonly sent: number;
  readonly received: number;
}

/** The summary of a closed connection. */
export interface ConnectionUse extends Traffic {
  readonly host: string;
  readonly port: number;
}

/** A host that a session reached or was refused, for its card. */
export interface ReachedHost {
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  readonly refused: number;
  readonly sent: number;
  readonly received: number;
  /** The user's rule that allowed the last connection, as a sentence; left out if none did. */
  readonly rule?: string | undefined;
}

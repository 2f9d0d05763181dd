/** The interface behind the window's commands, the management routes and the metrics. */
import type { Disposable } from '../base/disposable.ts';
import type {
  ReviewedText,
  Secrets,
  ServerName,
  ServerPayload,
  ServerSpec,
} from './server-commands.ts';
import type { SeenFile } from '../integrations/clients.ts';
import type {
  FoundServers,
  McpServerLog,
  MovePreview,
  ServerDetails,
  ServerReceipt,
  ServersView,
} from './server-views.ts';

export interface StartLimits {
  /**
   * Refused unless the user accepted a tool of the server and the server still offers it
   * unchanged. Checked when it is this change's turn, because the name may belong to another
   * server by then.
   */
  readonly onlyReviewed?: boolean;
}

export interface ServersApi {
  /** Never starts a server. */
  list(): Promise<ServersView>;
  /** From the pins and the server's latest texts. Null: there is no such server. */
  details(name: ServerName): Promise<ServerDetails | null>;
  log(name: ServerName): Promise<McpServerLog | null>;
  /** As it was added, with names instead of secrets. */
  specOf(name: ServerName): ServerSpec | null;
  /**
   * Refused if the name is taken. The secrets are stored in the keyring before the entry is saved.
   */
  add(
    name: ServerName,
    spec: ServerSpec,
    secrets: Secrets,
    /** False: it stays off, and no process of it is started. */
    isEnabled?: boolean,
  ): Promise<ServerReceipt>;
  /** Takes effect on the next start; its running processes are stopped. */
  edit(name: ServerName, spec: ServerSpec): Promise<ServerReceipt>;
  /** Stops it and removes its pins, policies and secrets. */
  remove(name: ServerName): Promise<ServerReceipt>;
  enable(name: ServerName, isEnabled: boolean, limits?: StartLimits): Promise<ServerReceipt>;
  restart(name: ServerName, limits?: StartLimits): Promise<ServerReceipt>;
  /** Refused if one of the digests differs from what the server says now. */
  accept(name: ServerName, texts: readonly ReviewedText[]): Promise<ServerReceipt>;
  reject(name: ServerName, texts: readonly ReviewedText[]): Promise<ServerReceipt>;
  setPolicy(change: ServerPayload<'servers:set-policy'>): Promise<ServerReceipt>;
  setVisible(change: ServerPayload<'servers:set-visible'>): Promise<ServerReceipt>;
  setSecret(change: ServerPayload<'servers:set-secret'>): Promise<ServerReceipt>;
  login(name: ServerName): Promise<ServerReceipt>;
  logout(name: ServerName): Promise<ServerReceipt>;
  /** A result of `list` or `details` has changed. */
  onChange(listener: () => void): Disposable;
}

/** Servers that clients start themselves, and how they move behind the gate. */
export interface ServerMovesApi {
  found(): Promise<FoundServers>;
  preview(names: readonly string[]): Promise<MovePreview>;
  /** Refused if a file differs from what was shown. */
  move(
    names: readonly string[],
    seen: readonly SeenFile[],
    isEnabled?: boolean,
  ): Promise<ServerReceipt>;
  undo(moveId: string): Promise<ServerReceipt>;
}

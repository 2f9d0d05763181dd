/** What the window's commands, the management routes and the metrics call. The backend implements it. */
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
   * Refused unless the user accepted a tool of the server and it still says the same. Looked at when
   * it is this change's turn: the name may be another server's by then.
   */
  readonly onlyReviewed?: boolean;
}

export interface ServersApi {
  /** Never starts a server. */
  list(): Promise<ServersView>;
  /** From the pins and what the server said last. Null: there is no such server. */
  details(name: ServerName): Promise<ServerDetails | null>;
  log(name: ServerName): Promise<McpServerLog | null>;
  /** As it was added, with names instead of secrets. */
  specOf(name: ServerName): ServerSpec | null;
  /** Refused if the name is taken. The secrets go to the keyring before the entry is stored. */
  add(
    name: ServerName,
    spec: ServerSpec,
    secrets: Secrets,
    /** False: it stays off, and nothing of it is started. */
    isEnabled?: boolean,
  ): Promise<ServerReceipt>;
  /** Takes effect on the next start; running processes of it are stopped. */
  edit(name: ServerName, spec: ServerSpec): Promise<ServerReceipt>;
  /** Stops it and removes its pins, policies and secrets. */
  remove(name: ServerName): Promise<ServerReceipt>;
  enable(name: ServerName, isEnabled: boolean, limits?: StartLimits): Promise<ServerReceipt>;
  restart(name: ServerName, limits?: StartLimits): Promise<ServerReceipt>;
  /** Refused where one of the digests is not what the server says now. */
  accept(name: ServerName, texts: readonly ReviewedText[]): Promise<ServerReceipt>;
  reject(name: ServerName, texts: readonly ReviewedText[]): Promise<ServerReceipt>;
  setPolicy(change: ServerPayload<'servers:set-policy'>): Promise<ServerReceipt>;
  setVisible(change: ServerPayload<'servers:set-visible'>): Promise<ServerReceipt>;
  setSecret(change: ServerPayload<'servers:set-secret'>): Promise<ServerReceipt>;
  login(name: ServerName): Promise<ServerReceipt>;
  logout(name: ServerName): Promise<ServerReceipt>;
  /** Something of what `list` or `details` return has changed. */
  onChange(listener: () => void): Disposable;
}

/** Servers that clients start by themselves, and how they come behind the gate. */
export interface ServerMovesApi {
  found(): Promise<FoundServers>;
  preview(names: readonly string[]): Promise<MovePreview>;
  /** Refused where a file is no longer what was shown. */
  move(
    names: readonly string[],
    seen: readonly SeenFile[],
    isEnabled?: boolean,
  ): Promise<ServerReceipt>;
  undo(moveId: string): Promise<ServerReceipt>;
}

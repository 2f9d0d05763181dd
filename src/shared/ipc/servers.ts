/** IPC of the Servers page: the replies to its commands, which are in servers/server-commands.ts. */
import type { ServerCommand, ServerSpec } from '../servers/server-commands.ts';
import type {
  FoundServers,
  McpServerLog,
  MovePreview,
  ServerDetails,
  ServerReceipt,
  ServersView,
} from '../servers/server-views.ts';

export interface ServersSnapshot {
  /**
   * Left out if there are none. A change of this number means that the content of the Servers page
   * has changed.
   */
  readonly serversRevision?: number;
  /** How many texts of servers wait for the user's review. */
  readonly serversUnreviewed?: number;
}

export interface FoundServersView extends FoundServers {
  /** The user's home folder, to shorten paths. */
  readonly home: string;
}

/** Null: there is no such server. */
interface ServerReads {
  'servers:list': ServersView;
  'servers:details': ServerDetails | null;
  'servers:log': McpServerLog | null;
  'servers:spec': ServerSpec | null;
  'servers:found': FoundServersView;
  'servers:preview-move': MovePreview;
}

export type ServerReplies = ServerReads &
  Readonly<Record<Exclude<ServerCommand, keyof ServerReads>, ServerReceipt>>;

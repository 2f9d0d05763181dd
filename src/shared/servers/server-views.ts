/**
 * Views of the MCP servers behind the gate for the Servers page, the management routes and the
 * command line. Types only: the commands with their schemas are in server-commands.ts. None of
 * these types contains a secret's value.
 */
import type { ClientId } from '../base/ids.ts';
import type { ContentDiff } from '../files/file-history.ts';
import type { FilePreview, KnownClient, ShownRefusal } from '../integrations/clients.ts';

/** `sse`: the transport that preceded Streamable HTTP. */
export const serverKinds = ['stdio', 'http', 'sse'] as const;
export type McpServerKind = (typeof serverKinds)[number];

export const serverStates = [
  /** Starts on the first call. */
  'stopped',
  'starting',
  'running',
  'failed',
  'needs-login',
  /**
   * None of its tools can be called: its pins cannot be read, or its texts were not reviewed yet.
   */
  'blocked',
] as const;
export type ServerStateKind = (typeof serverStates)[number];

export interface ServerState {
  readonly kind: ServerStateKind;
  /** One sentence. */
  readonly why: string;
  /** What the user can do; null if there is nothing to do. */
  readonly hint: string | null;
}

export type ServerIsolation =
  | { readonly kind: 'sandboxed' }
  /** Why it is not sandboxed, as a sentence. */
  | { readonly kind: 'none'; readonly why: string }
  /** It runs on another machine. */
  | { readonly kind: 'remote' };

/**
 * A variable or header whose value is in the keyring, or a `${NAME}` in its arguments or URL.
 */
export interface ServerSecret {
  readonly name: string;
  readonly use: 'environment' | 'header' | 'reference';
  readonly isSet: boolean;
}

export interface McpServerView {
  readonly name: string;
  readonly kind: McpServerKind;
  /** The command line, or the URL. */
  readonly address: string;
  readonly isEnabled: boolean;
  readonly state: ServerState;
  readonly isolation: ServerIsolation;
  /** Folders and hosts that it may use inside the sandbox. */
  readonly folders: readonly string[];
  readonly hosts: readonly string[];
  readonly secrets: readonly ServerSecret[];
  /** The account it is signed in with, if the server reported it. */
  readonly account: string | null;
  /** Clients that can see it and have used it since it was added. */
  readonly clients: readonly ClientId[];
  /** Clients that cannot see it. */
  readonly hiddenFrom: readonly ClientId[];
  /** Our processes that run it: one per identity, 0 while it is stopped or remote. */
  readonly processes: number;
  /** Memory of those processes and their children; null if it cannot be measured. */
  readonly memoryBytes: number | null;
  readonly lastUsedAt: number | null;
  /** Null until the server has listed its tools. */
  readonly tools: number | null;
  /** How many tools and instructions wait for the user's review. */
  readonly unreviewed: number;
  /** The estimated size of its tool list in a client's context. */
  readonly tokens: number | null;
}

export const toolPolicies = ['allow', 'ask', 'deny'] as const;
export type ToolPolicy = (typeof toolPolicies)[number];

export const pinStates = ['pinned', 'new', 'changed', 'removed'] as const;
export type PinState = (typeof pinStates)[number];

/** One text of a server that differs from what was accepted. */
export interface PinnedTextChange {
  readonly part:
    | 'name'
    | 'title'
    | 'description'
    | 'input'
    | 'output'
    | 'annotations'
    | 'instructions';
  readonly diff: ContentDiff;
}

/** The server's claim; null: none. */
export interface ToolClaims {
  readonly isReadOnly: boolean | null;
  readonly isDestructive: boolean | null;
}

export interface ToolView {
  /** The server's own name for it. */
  readonly name: string;
  /** `server__tool`, as clients see it; null if it is left out of the list. */
  readonly listedAs: string | null;
  /** Why it is left out of the list although it was accepted. */
  readonly leftOut: string | null;
  readonly title: string | null;
  /** The server's text, truncated; never shown as ours. */
  readonly description: string;
  readonly claims: ToolClaims;
  readonly pin: PinState;
  /** For a new tool, every part compared with nothing. Empty if the pin matches. */
  readonly changes: readonly PinnedTextChange[];
  /** Digest of what was shown; accepting applies only to that. */
  readonly seen: string;
  /** The user reviewed it and keeps it blocked. */
  readonly isRejected: boolean;
  readonly policy: ToolPolicy;
  /** Clients that cannot see this tool. */
  readonly hiddenFrom: readonly ClientId[];
  readonly tokens: number;
}

/** The server's own instructions for agents, pinned like a tool. */
export interface InstructionsView {
  readonly text: string;
  readonly pin: PinState;
  readonly changes: readonly PinnedTextChange[];
  readonly seen: string;
  readonly isRejected: boolean;
}

export interface ServerDetails {
  readonly tools: readonly ToolView[];
  readonly instructions: InstructionsView | null;
  /** Why the pins cannot be read: everything stays blocked. */
  readonly pinError: string | null;
}

export interface ServersView {
  readonly servers: readonly McpServerView[];
  /** Why they can't be read, and what the user can do: none runs, and none can be added. */
  readonly error: string | null;
  /**
   * Above this number of tokens, a client gets `find_tools` and `call_tool` instead of the list.
   */
  readonly tokenBudget: number;
  /** Clients from which the user can hide a server or a tool. */
  readonly clients: readonly ClientId[];
}

/** A server that a client starts itself, according to the client's file. */
export interface FoundServer {
  /** The clients' name for it. */
  readonly entry: string;
  /** The name it would have behind Gatehouse. */
  readonly name: string;
  readonly kind: McpServerKind;
  readonly address: string;
  readonly sources: readonly FoundSource[];
  /** Names of the environment variables and headers whose values would move to the keyring. */
  readonly secretNames: readonly string[];
  /** Why it cannot be moved, as a sentence; null if it can. */
  readonly whyNot: string | null;
}

export interface FoundSource {
  readonly client: KnownClient;
  readonly clientName: string;
  readonly file: string;
}

/** Servers that were moved and can be moved back. */
export interface MovedServers {
  readonly moveId: string;
  readonly at: number;
  readonly names: readonly string[];
  readonly files: readonly string[];
}

export interface FoundServers {
  readonly found: readonly FoundServer[];
  readonly moved: readonly MovedServers[];
}

export type MovePreview =
  | {
      readonly kind: 'possible';
      readonly files: readonly FilePreview[];
      readonly notes: readonly string[];
    }
  | ShownRefusal;

export type ServerReceipt = { readonly kind: 'done'; readonly words: string } | ShownRefusal;

/** The last lines of a server's stderr, and of our messages about it. */
export interface McpServerLog {
  readonly lines: readonly string[];
}

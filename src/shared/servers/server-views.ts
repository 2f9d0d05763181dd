/**
 * What the Servers page, the management routes and the command line see of the MCP servers behind
 * the gate. Types only: the commands with their schemas are in server-commands.ts. No value of a
 * secret is in any of these types.
 */
import type { ClientId } from '../base/ids.ts';
import type { ContentDiff } from '../files/file-history.ts';
import type { FilePreview, KnownClient, ShownRefusal } from '../integrations/clients.ts';

/** `sse`: the transport of servers from before Streamable HTTP. */
export const serverKinds = ['stdio', 'http', 'sse'] as const;
export type McpServerKind = (typeof serverKinds)[number];

export const serverStates = [
  /** Starts on the first call. */
  'stopped',
  'starting',
  'running',
  'failed',
  'needs-login',
  /** Nothing of it can be called: its pins can't be read, or what it says was not looked at yet. */
  'blocked',
] as const;
export type ServerStateKind = (typeof serverStates)[number];

export interface ServerState {
  readonly kind: ServerStateKind;
  /** One sentence. */
  readonly why: string;
  /** What the user can do; null where there is nothing to do. */
  readonly hint: string | null;
}

export type ServerIsolation =
  | { readonly kind: 'sandboxed' }
  /** Why it is not, as a sentence. */
  | { readonly kind: 'none'; readonly why: string }
  /** It runs on another machine. */
  | { readonly kind: 'remote' };

/** A variable or header whose value is in the keyring, or a `${NAME}` in its arguments or URL. */
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
  /** The account that it is signed in with, where the server said so. */
  readonly account: string | null;
  /** Clients that it is visible to and that have used it since it was added. */
  readonly clients: readonly ClientId[];
  /** Clients that don't see it. */
  readonly hiddenFrom: readonly ClientId[];
  /** Processes of ours that run it: one for each identity, 0 while it is stopped or remote. */
  readonly processes: number;
  /** Of those processes and their children; null where it can't be measured. */
  readonly memoryBytes: number | null;
  readonly lastUsedAt: number | null;
  /** Null until the server has listed its tools. */
  readonly tools: number | null;
  /** Tools, and its instructions, that wait for the user. */
  readonly unreviewed: number;
  /** What its list of tools costs in a client's context, estimated. */
  readonly tokens: number | null;
}

export const toolPolicies = ['allow', 'ask', 'deny'] as const;
export type ToolPolicy = (typeof toolPolicies)[number];

export const pinStates = ['pinned', 'new', 'changed', 'removed'] as const;
export type PinState = (typeof pinStates)[number];

/** One part of what a server says that is not what was accepted. */
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

/** Claimed by the server; null: it does not say. */
export interface ToolClaims {
  readonly isReadOnly: boolean | null;
  readonly isDestructive: boolean | null;
}

export interface ToolView {
  /** As the server calls it. */
  readonly name: string;
  /** `server__tool`, as clients see it; null where it is left out of the list. */
  readonly listedAs: string | null;
  /** Why it is left out of the list, though it is accepted. */
  readonly leftOut: string | null;
  readonly title: string | null;
  /** The server's text, cut at a length; never shown as our own. */
  readonly description: string;
  readonly claims: ToolClaims;
  readonly pin: PinState;
  /** For a new tool every part, against nothing. Empty where the pin holds. */
  readonly changes: readonly PinnedTextChange[];
  /** Digest of what was shown; accepting applies only to that. */
  readonly seen: string;
  /** The user looked at it and wants it to stay blocked. */
  readonly isRejected: boolean;
  readonly policy: ToolPolicy;
  /** Clients that don't see this tool. */
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
  /** Why the pins can't be read: everything stays blocked. */
  readonly pinError: string | null;
}

export interface ServersView {
  readonly servers: readonly McpServerView[];
  /** Above so many tokens a client gets `find_tools` and `call_tool` instead of the list. */
  readonly tokenBudget: number;
  /** Clients that the user can hide a server or a tool from. */
  readonly clients: readonly ClientId[];
}

/** A server that a client starts by itself, as its own file has it. */
export interface FoundServer {
  /** As the clients call it. */
  readonly entry: string;
  /** What it would be called behind Gatehouse. */
  readonly name: string;
  readonly kind: McpServerKind;
  readonly address: string;
  readonly sources: readonly FoundSource[];
  /** Names of the environment variables and headers whose values would go to the keyring. */
  readonly secretNames: readonly string[];
  /** Why it cannot be moved, as a sentence; null where it can. */
  readonly whyNot: string | null;
}

export interface FoundSource {
  readonly client: KnownClient;
  readonly clientName: string;
  readonly file: string;
}

/** Servers that were moved, and can be put back. */
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

/** The last lines that a server wrote to its error output, or that were recorded about it. */
export interface McpServerLog {
  readonly lines: readonly string[];
}

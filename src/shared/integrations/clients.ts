/** Client programs as the Clients page shows them. Types and plain names only. */
import type { VerifiedCaller } from '../access/access.ts';
import type { ContentDiff } from '../files/file-history.ts';
import type { NativeClient } from '../native/native-call.ts';

export const clientIds = [
  'opencode',
  'cursor',
  'vscode',
  'claude-code',
  'claude-desktop',
  'codex',
  'gemini',
  'antigravity',
  'copilot',
  'windsurf',
  'zed',
  'cline',
  'continue',
  'goose',
  'void',
] as const;
export type KnownClient = (typeof clientIds)[number];

/** What an agent can do with the tools built into its client. */
export const exposedAbilities = ['read', 'edit', 'shell', 'network', 'git', 'mcp'] as const;
export type ExposedAbility = (typeof exposedAbilities)[number];

/** Most restrictive first. `free`: without asking. */
const toolStatuses = ['denied', 'asks', 'unknown', 'free'] as const;
export type ToolStatus = (typeof toolStatuses)[number];

export const isMoreOpen = (status: ToolStatus, than: ToolStatus): boolean =>
  toolStatuses.indexOf(status) > toolStatuses.indexOf(than);

export interface AbilityExposure {
  readonly standing: ToolStatus;
  readonly why: string;
}
export type Exposure = Readonly<Record<ExposedAbility, AbilityExposure>>;

/**
 * `connect`: our entry among its MCP servers. `allow`: it does not ask again before it calls our
 * tools. `deny`: its own edit and shell tools are switched off. `hooks`: Gatehouse decides about
 * its own tools. `prompts`: in addition, the client does not show its own prompt. `servers`:
 * entries of MCP servers were removed, because these run behind Gatehouse.
 */
export const clientPurposes = ['connect', 'allow', 'deny', 'hooks', 'prompts', 'servers'] as const;
export type ClientPurpose = (typeof clientPurposes)[number];

/**
 * How a client connects. `command`: it starts `gatehouse stdio`, which has the key. `reference`:
 * over HTTP, with the key read from our file. `key`: over HTTP, with the key in the client's file.
 */
export const clientWays = ['command', 'reference', 'key'] as const;
export type ClientWay = (typeof clientWays)[number];

export interface ClientFile {
  readonly path: string;
  readonly scope: 'user' | 'project';
  readonly isThere: boolean;
  /** It contains an entry named gatehouse. */
  readonly hasEntry: boolean;
  /** Why it cannot be read, with line and column. */
  readonly error: string | null;
}

/** What Gatehouse wrote into one of its files, and whether it is still there. */
export interface WrittenChange {
  readonly changeId: string;
  readonly purpose: ClientPurpose;
  readonly way: ClientWay | null;
  readonly file: string;
  readonly at: number;
  /** `as-written`, or how another program has changed it since. */
  readonly drift: 'as-written' | 'elsewhere' | 'changed' | 'gone' | 'unreadable';
  /** If another program changed or removed our entry: what Gatehouse wrote, and the current value. */
  readonly difference: EntryDifference | null;
}

export interface EntryDifference {
  readonly diff: ContentDiff;
  /**
   * Digest of the content from which the diff was made; a decision applies only to that content.
   * Null: the file no longer exists.
   */
  readonly seen: string | null;
}

export interface Sighting {
  readonly at: number;
  readonly verified: VerifiedCaller | null;
}

export type ClientState =
  | { readonly kind: 'not-installed' }
  | { readonly kind: 'can-connect' }
  /** Written, but the key has not been used yet. */
  | { readonly kind: 'waiting'; readonly since: number }
  | { readonly kind: 'connected'; readonly last: Sighting }
  | { readonly kind: 'changed'; readonly words: string };

/**
 * Whether the client can be told not to ask before it calls our tools. `in-entry`: our server entry
 * says so. `none`: no file of the client has such a setting.
 */
export type AllowSetting = 'offered' | 'set' | 'in-entry' | 'none';

/** A setting that only the administrator can make; displayed as text, never written. */
export interface ManagedSetting {
  readonly file: string;
  readonly text: string;
  readonly meaning: string;
}

/** A setting that switches the hooks off, where it is in effect. */
export interface SwitchedOff {
  readonly file: string;
  readonly setting: string;
}

/**
 * What Codex itself reports about our hooks. It runs only those that it trusts, and says nothing
 * about others.
 */
export type HookTrust =
  /** The client has no such check. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'trusted'; readonly at: number }
  | { readonly kind: 'untrusted' | 'unknown'; readonly at: number; readonly why: string };

export type HooksState =
  | { readonly kind: 'off' }
  /** Written, but no event has arrived yet. */
  | { readonly kind: 'waiting'; readonly since: number }
  | { readonly kind: 'seen'; readonly at: number }
  /** Written, but something prevents it from working. */
  | { readonly kind: 'broken'; readonly why: string };

/** The client's own tools under the gate: whether it can be set, and whether it works. */
export interface HooksCard {
  readonly client: NativeClient;
  readonly state: HooksState;
  /** The files it is written to, in order. */
  readonly files: readonly string[];
  readonly note: string;
  /** The file with a rule that stops the client's own prompt; null if there is none. */
  readonly promptsFile: string | null;
  readonly promptsNote: string;
  readonly trust: HookTrust;
  /** The version it was tested with; null if the client could not be tested. */
  readonly testedVersion: string | null;
  /** Null if it cannot be determined without starting the program. */
  readonly installedVersion: string | null;
  readonly isNewerThanTested: boolean;
  readonly switchedOff: readonly SwitchedOff[];
  readonly otherSwitches: string;
  readonly managed: ManagedSetting | null;
}

export interface ClientCard {
  readonly id: KnownClient;
  readonly name: string;
  /** How its installation was detected. */
  readonly found: string | null;
  readonly state: ClientState;
  readonly files: readonly ClientFile[];
  /** Where the entry would be written. */
  readonly file: string;
  readonly precedence: string;
  readonly ways: readonly ClientWay[];
  readonly after: string;
  readonly ifSilent: string;
  readonly changes: readonly WrittenChange[];
  readonly exposure: Exposure;
  /** Where its own tools can be denied; null if no file can do that. */
  readonly denyFile: string | null;
  readonly allow: AllowSetting;
  /** Where that is set; null if no file sets it. */
  readonly allowFile: string | null;
  readonly nativeNote: string;
  /** Null if the client has no hooks known to Gatehouse. */
  readonly hooks: HooksCard | null;
  /** Anything else that weakens the client's own prompts. */
  readonly hazards: readonly string[];
  /** Based on its documented format; not tested with the program itself. */
  readonly isUntried: boolean;
}

export interface ClientsView {
  readonly cards: readonly ClientCard[];
  readonly project: string | null;
  /** The user's home folder, to show paths as `~/…`. */
  readonly home: string;
}

export interface ShownRefusal {
  readonly kind: 'refused';
  readonly why: string;
  readonly hint: string;
}

/** One change of one file. */
export interface ClientChange {
  readonly client: KnownClient;
  readonly purpose: ClientPurpose;
  /** Null for all purposes except `connect`. */
  readonly way: ClientWay | null;
  readonly file: string;
  /** The names of the entries, for the purpose `servers` only. */
  readonly entries?: readonly string[];
}

/** What one click does: first the changes to undo, in this order, then the files to write. */
export interface ClientSetupRequest {
  readonly client: KnownClient;
  readonly undo: readonly string[];
  readonly write: readonly Omit<ClientChange, 'client'>[];
}

/** The digest of a file's content that the user looked at. Null: there was no file. */
export interface SeenFile {
  readonly file: string;
  readonly seen: string | null;
}

/** What one file would become with all parts of a request applied. */
export interface FilePreview extends SeenFile {
  /** The target, if it is a link. */
  readonly target: string | null;
  readonly diff: ContentDiff;
  /** Both sides of the diff are formatted for reading; the file keeps its own format. */
  readonly isFormatted: boolean;
}

/** What would be written, shown beforehand. */
export type ChangePreview =
  | {
      readonly kind: 'possible';
      readonly files: readonly FilePreview[];
      readonly notes: readonly string[];
    }
  | { readonly kind: 'nothing-to-do'; readonly words: string }
  | ShownRefusal;

export type ChangeReceipt = { readonly kind: 'done'; readonly words: string } | ShownRefusal;

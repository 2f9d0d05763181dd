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

/** What an agent can do with the tools that its client brings along. */
export const exposedAbilities = ['read', 'edit', 'shell', 'network', 'git', 'mcp'] as const;
export type ExposedAbility = (typeof exposedAbilities)[number];

/** The most closed first. `free`: without asking. */
const toolStatuses = ['denied', 'asks', 'unknown', 'free'] as const;
export type ToolStatus = (typeof toolStatuses)[number];

export const isMoreOpen = (status: ToolStatus, than: ToolStatus): boolean =>
  toolStatuses.indexOf(status) > toolStatuses.indexOf(than);

export interface Exposed {
  readonly standing: ToolStatus;
  readonly why: string;
}
export type Exposure = Readonly<Record<ExposedAbility, Exposed>>;

/**
 * `connect`: our entry among its MCP servers. `allow`: it does not ask again before it calls our
 * tools. `deny`: its own edit and shell tools are switched off. `hooks`: its own tools are decided
 * about by Gatehouse. `prompts`: beside that, the client doesn't show its own prompt. `servers`:
 * entries of MCP servers were removed, because these run behind Gatehouse.
 */
export const clientPurposes = ['connect', 'allow', 'deny', 'hooks', 'prompts', 'servers'] as const;
export type ClientPurpose = (typeof clientPurposes)[number];

/**
 * How a client reaches us. `command`: it starts `gatehouse stdio`, which holds the key. `reference`:
 * over HTTP, with the key read from our file. `key`: over HTTP, with the key in the client's file.
 */
export const clientWays = ['command', 'reference', 'key'] as const;
export type ClientWay = (typeof clientWays)[number];

export interface ClientFile {
  readonly path: string;
  readonly scope: 'user' | 'project';
  readonly isThere: boolean;
  /** There is an entry named gatehouse in it. */
  readonly hasEntry: boolean;
  /** Why it cannot be read, with line and column. */
  readonly error: string | null;
}

/** What we wrote into one of its files, and what became of it. */
export interface WrittenChange {
  readonly changeId: string;
  readonly purpose: ClientPurpose;
  readonly way: ClientWay | null;
  readonly file: string;
  readonly at: number;
  /** `as-written`, or how another program changed it since. */
  readonly drift: 'as-written' | 'elsewhere' | 'changed' | 'gone' | 'unreadable';
  /** If another program changed or removed our entry: what Gatehouse wrote, and the current value. */
  readonly difference: EntryDifference | null;
}

export interface EntryDifference {
  readonly diff: ContentDiff;
  /** Digest of the content that the diff was made from; a decision applies only to that content. Null: the file is gone. */
  readonly seen: string | null;
}

export interface Sighting {
  readonly at: number;
  readonly verified: VerifiedCaller | null;
}

export type ClientState =
  | { readonly kind: 'not-installed' }
  | { readonly kind: 'can-connect' }
  /** Written; the key was not used yet. */
  | { readonly kind: 'waiting'; readonly since: number }
  | { readonly kind: 'connected'; readonly last: Sighting }
  | { readonly kind: 'changed'; readonly words: string };

/**
 * Whether the client can be told not to ask before it calls our tools. `in-entry`: our server entry
 * says so. `none`: no file of the client has such a setting.
 */
export type AllowSetting = 'offered' | 'set' | 'in-entry' | 'none';

/** A setting that only the administrator can make; shown as text, never written. */
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

/** What Codex itself says about our hooks. It runs only those that it trusts, and says nothing about others. */
export type HookTrust =
  /** The client has no such thing. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unchecked' }
  | { readonly kind: 'trusted'; readonly at: number }
  | { readonly kind: 'untrusted' | 'unknown'; readonly at: number; readonly why: string };

export type HooksState =
  | { readonly kind: 'off' }
  /** Written; no event came yet. */
  | { readonly kind: 'waiting'; readonly since: number }
  | { readonly kind: 'seen'; readonly at: number }
  /** It was written, and something keeps it from working. */
  | { readonly kind: 'broken'; readonly why: string };

/** The client's own tools under the gate: whether it can be set, and whether it works. */
export interface HooksCard {
  readonly client: NativeClient;
  readonly state: HooksState;
  /** Where it is written, in order. */
  readonly files: readonly string[];
  readonly note: string;
  /** Where a rule stops the client's own prompt; null where there is none. */
  readonly promptsFile: string | null;
  readonly promptsNote: string;
  readonly trust: HookTrust;
  /** The version that was tried; null if the client could not be tried. */
  readonly testedVersion: string | null;
  /** Null if it could not be found out without starting the program. */
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
  /** Where it would be written. */
  readonly file: string;
  readonly precedence: string;
  readonly ways: readonly ClientWay[];
  readonly after: string;
  readonly ifSilent: string;
  readonly changes: readonly WrittenChange[];
  readonly exposure: Exposure;
  /** Where its own tools can be denied; null where no file does that. */
  readonly denyFile: string | null;
  readonly allow: AllowSetting;
  /** Where that is set; null where no file does it. */
  readonly allowFile: string | null;
  readonly nativeNote: string;
  /** Null where the client has no hooks that Gatehouse knows. */
  readonly hooks: HooksCard | null;
  /** What weakens the client's own questions and is no setting of one tool. */
  readonly hazards: readonly string[];
  /** Its documented format was not tried with the program itself. */
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
  /** Null for every purpose but `connect`. */
  readonly way: ClientWay | null;
  readonly file: string;
  /** The names of the entries, for the purpose `servers` only. */
  readonly entries?: readonly string[];
}

/** What one click does: earlier changes are undone first, in this order, then the others are written. */
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

/** What one file would become by all parts of a request together. */
export interface FilePreview extends SeenFile {
  /** Where a link leads, if it is one. */
  readonly target: string | null;
  readonly diff: ContentDiff;
  /** Both sides of the diff are formatted for reading; the file keeps its own format. */
  readonly isFormatted: boolean;
}

/** What would be written, before it is. */
export type ChangePreview =
  | {
      readonly kind: 'possible';
      readonly files: readonly FilePreview[];
      readonly notes: readonly string[];
    }
  | { readonly kind: 'nothing-to-do'; readonly words: string }
  | ShownRefusal;

export type ChangeReceipt = { readonly kind: 'done'; readonly words: string } | ShownRefusal;

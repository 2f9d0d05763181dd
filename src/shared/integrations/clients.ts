/** Client programs as the Clients page shows them. Types and plain names only. */
import type { VerifiedCaller } from '../access/access.ts';
import type { ContentDiff } from '../files/file-history.ts';

export const clientIds = [
  'opencode',
  'cursor',
  'vscode',
  'claude-code',
  'claude-desktop',
  'codex',
  'gemini',
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

/** `free`: without asking. */
export type ToolStatus = 'free' | 'asks' | 'denied' | 'unknown';

export interface Exposed {
  readonly standing: ToolStatus;
  readonly why: string;
}
export type Exposure = Readonly<Record<ExposedAbility, Exposed>>;

/** `connect`: our entry among its MCP servers. `deny`: its own edit and shell tools are switched off. */
export const clientPurposes = ['connect', 'deny'] as const;
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
  readonly file: string;
  readonly at: number;
  /** `as-written`, or what somebody else did to it since. */
  readonly drift: 'as-written' | 'elsewhere' | 'changed' | 'gone' | 'unreadable';
  /** Where someone else changed or removed our entry: what we wrote against what stands there now. */
  readonly difference: EntryDifference | null;
}

export interface EntryDifference {
  readonly diff: ContentDiff;
  /** The content that was looked at; whoever decides by this diff insists on it. Null: the file is gone. */
  readonly seen: string | null;
}

export interface Sighting {
  readonly at: number;
  readonly verified: VerifiedCaller | null;
}

export type ClientState =
  | { readonly kind: 'not-installed' }
  | { readonly kind: 'can-connect' }
  /** Written; nobody has come with that key yet. */
  | { readonly kind: 'waiting'; readonly since: number }
  | { readonly kind: 'connected'; readonly last: Sighting }
  | { readonly kind: 'changed'; readonly words: string };

export interface ClientCard {
  readonly id: KnownClient;
  readonly name: string;
  /** What told us that it is installed. */
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
  readonly nativeNote: string;
  /** Its documented format was not tried with the program itself. */
  readonly isUntried: boolean;
}

export interface ClientsView {
  readonly cards: readonly ClientCard[];
  readonly project: string | null;
}

export interface ShownRefusal {
  readonly kind: 'refused';
  readonly why: string;
  readonly hint: string;
}

/** What a click on the page is about. */
export interface ClientChange {
  readonly client: KnownClient;
  readonly purpose: ClientPurpose;
  /** Null where the purpose knows but one. */
  readonly way: ClientWay | null;
  readonly file: string;
}

/** What would be written, before it is. */
export type ChangePreview =
  | {
      readonly kind: 'possible';
      readonly file: string;
      /** Where a link leads, if it is one. */
      readonly target: string | null;
      readonly diff: ContentDiff;
      /** The content that was looked at; the writing insists on it. Null: there is no file yet. */
      readonly seen: string | null;
      readonly notes: readonly string[];
    }
  | { readonly kind: 'nothing-to-do'; readonly words: string }
  | ShownRefusal;

export type ChangeReceipt = { readonly kind: 'done'; readonly words: string } | ShownRefusal;

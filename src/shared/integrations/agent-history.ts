/**
 * What agents did before Gatehouse judged their own tools, as their own history files say it. None of it
 * is verified: the agent wrote it, and anything of the same user could have changed it.
 */
import { z } from 'zod';
import type { Scope } from '../access/scopes.ts';

export const historyClients = ['claude-code', 'codex', 'opencode', 'copilot', 'gemini'] as const;
export type HistoryClient = (typeof historyClients)[number];

export const historyDays = 30;

export interface NamedCount {
  readonly name: string;
  readonly count: number;
}

/** What an agent did in one folder. */
export interface FolderActivity {
  readonly path: string;
  readonly conversations: number;
  /** Wall clock, ms. */
  readonly lastAt: number;
  readonly reads: number;
  readonly edits: number;
  readonly commands: number;
  /** Calls of other tools: of MCP servers, and those that Gatehouse does not know. */
  readonly others: number;
  /** Calls that named a place outside the folder. */
  readonly outside: number;
  /** The most used first; only the first few. */
  readonly programs: readonly NamedCount[];
  readonly hosts: readonly NamedCount[];
  readonly places: readonly NamedCount[];
  /** What these calls would have needed in this folder, in the order of the catalogue. */
  readonly scopes: readonly Scope[];
  /** Why no access can be suggested for the folder, as a sentence; null where it can. */
  readonly whyNot: string | null;
  /** The user wants this to be offered in the next request. */
  readonly isSuggested: boolean;
}

/** Something that was left out, and how often. */
export interface LeftOut {
  readonly what: string;
  readonly count: number;
}

export interface ClientHistory {
  readonly client: HistoryClient;
  /** Files that hold something of the last days. Zero: there is no history. */
  readonly files: number;
  /** The most recently used first. */
  readonly folders: readonly FolderActivity[];
  readonly leftOut: readonly LeftOut[];
}

export interface AgentHistory {
  /** Wall clock, ms. */
  readonly readAt: number;
  readonly clients: readonly ClientHistory[];
  /** Reading ended before its time or byte limit. */
  readonly isComplete: boolean;
}

export interface HistoryProgress {
  readonly files: number;
  readonly bytes: number;
}

export type HistoryResult =
  | { readonly kind: 'read'; readonly history: AgentHistory }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly why: string };

export const historyCommands = {
  'history:read': z.undefined(),
  'history:cancel': z.undefined(),
  /** How far the reading is; null when nothing is being read. */
  'history:progress': z.undefined(),
  /** The last result since the app started; null when there is none. */
  'history:last': z.undefined(),
  /** Offers what the agent used in this folder in its next request, or no longer does. */
  'history:suggest': z.strictObject({
    client: z.enum(historyClients),
    folder: z.string().min(1).max(4096),
    isOn: z.boolean(),
  }),
} as const;

export interface HistoryReplies {
  'history:read': HistoryResult;
  'history:cancel': undefined;
  'history:progress': HistoryProgress | null;
  'history:last': AgentHistory | null;
  'history:suggest': SuggestReceipt;
}

export type SuggestReceipt =
  | { readonly done: true; readonly history: AgentHistory }
  | { readonly done: false; readonly why: string };

export const totalOf = (
  { folders }: Pick<ClientHistory, 'folders'>,
  what: 'reads' | 'edits' | 'commands' | 'outside' | 'others',
): number => folders.reduce((sum, folder) => sum + folder[what], 0);

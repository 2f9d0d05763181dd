/**
 * What agents did before Gatehouse judged their own tools, according to their own history files.
 * None of it is verified: the agent wrote it, and any program of the same user could have changed
 * it.
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
  /** Calls of other tools: those of MCP servers, and those unknown to Gatehouse. */
  readonly others: number;
  /** Calls that named a path outside the folder. */
  readonly outside: number;
  /** Most used first; only the first few. */
  readonly programs: readonly NamedCount[];
  readonly hosts: readonly NamedCount[];
  readonly places: readonly NamedCount[];
  /** The scopes that these calls would have needed in this folder, in catalogue order. */
  readonly scopes: readonly Scope[];
  /** Why no access can be suggested for the folder, as a sentence; null if it can. */
  readonly whyNot: string | null;
  /** The user wants this to be offered in the next request. */
  readonly isSuggested: boolean;
}

/** Something that was left out, and how often it occurred. */
export interface LeftOut {
  readonly what: string;
  readonly count: number;
}

export interface ClientHistory {
  readonly client: HistoryClient;
  /** How many files contain recent activity. Zero: there is no history. */
  readonly files: number;
  /** Most recently used first. */
  readonly folders: readonly FolderActivity[];
  readonly leftOut: readonly LeftOut[];
}

export interface AgentHistory {
  /** Wall clock, ms. */
  readonly readAt: number;
  readonly clients: readonly ClientHistory[];
  /** Reading stopped at its time or byte limit before the end. */
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
  /** The progress of reading; null if nothing is being read. */
  'history:progress': z.undefined(),
  /** The last result since the app started; null if there is none. */
  'history:last': z.undefined(),
  /** Offers what the agent used in this folder in its next request, or stops offering it. */
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

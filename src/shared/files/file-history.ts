/**
 * The history of files as the window shows it: diffs, restores, the trash, the steps of a session.
 * Types only, so that pages load fast.
 */
import type { AgentRunReplies, AgentRunTasks } from '../agents/agent-run-tasks.ts';
import type { IndexedEntry } from '../ledger/query.ts';
import type { FileChange } from './file-change.ts';
import type { Outcome } from '../actions/outcomes.ts';
import type { RunRecord } from '../sandbox/run-record.ts';
import type { RunFolder, RunRestoreTask, RunRestoreView } from './run-restore.ts';

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

export interface DiffHunk {
  /** The first line of this part, in the file before and after. */
  readonly before: number;
  readonly after: number;
  readonly lines: readonly DiffLine[];
}

export type ContentDiff =
  | {
      readonly kind: 'text';
      readonly hunks: readonly DiffHunk[];
      readonly added: number;
      readonly removed: number;
      /** How many lines are not shown. */
      readonly cut: number;
    }
  | {
      readonly kind: 'binary' | 'large';
      /** Null if there was no file. */
      readonly bytesBefore: number | null;
      readonly bytesAfter: number | null;
    }
  | { readonly kind: 'same' }
  /** A content is no longer stored, or was changed in the store. */
  | { readonly kind: 'lost' };

export interface FileDiff {
  readonly path: string;
  readonly change: 'created' | 'changed' | 'deleted';
  readonly diff: ContentDiff;
}

export type RestoreAct = 'put-back' | 'merge' | 'to-trash' | 'bring-back';

/** What restoring a file to before a step would do now. */
export type RestoreView =
  | {
      readonly kind: 'possible';
      readonly act: RestoreAct;
      /** The digest of the content that was compared; the restore requires it. */
      readonly seen: string | null;
      readonly diff: ContentDiff;
    }
  | { readonly kind: 'as-before' }
  | {
      readonly kind: 'refused';
      readonly why: string;
      readonly hint: string;
      /** What changed since the step, if that is the reason. */
      readonly since: ContentDiff | null;
    };

export type RestoreReceipt =
  | { readonly kind: 'restored'; readonly words: string }
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string };

export interface TrashItem {
  readonly trashId: string;
  readonly path: string;
  readonly isFolder: boolean;
  readonly deletedAt: string;
  readonly by: string;
}

export type FileContent =
  | { readonly kind: 'text'; readonly text: string; readonly cut: number }
  | { readonly kind: 'binary'; readonly bytes: number }
  | { readonly kind: 'lost' };

/** One entry of a session, with the files it changed. */
export interface ReplayStep {
  readonly entry: IndexedEntry;
  readonly sentence: string | null;
  readonly changes: readonly FileChange[];
  /** For a sandboxed command. */
  readonly run: RunRecord | null;
}

export interface Replay {
  /** Oldest first. */
  readonly steps: readonly ReplayStep[];
  /** How many steps are not shown. */
  readonly more: number;
}

/** Tasks for the workbench that only the user can start, over the pipe to its process. */
export interface OwnerTasks extends AgentRunTasks {
  diff: { readonly change: FileChange };
  look: { readonly change: FileChange; readonly entry: string };
  restore: { readonly change: FileChange; readonly entry: string; readonly seen: string | null };
  lookRun: { readonly folders: readonly RunFolder[] };
  restoreRun: RunRestoreTask;
  content: { readonly digest: string };
  trash: null;
  untrash: { readonly trashId: string };
  putAway: FolderToTrash;
}

/** Moves a whole folder to the trash, if it still is that folder. */
export interface FolderToTrash {
  readonly path: string;
  readonly device: string;
  readonly inode: string;
  /** The name recorded in the trash. */
  readonly by: string;
}

export interface OwnerReplies extends AgentRunReplies {
  diff: FileDiff;
  look: RestoreView;
  restore: Outcome;
  lookRun: RunRestoreView;
  restoreRun: Outcome;
  content: FileContent;
  trash: readonly TrashItem[];
  untrash: Outcome;
  /** The id in the trash, and the path there. */
  putAway: Outcome;
}

export type OwnerTaskName = keyof OwnerTasks;

/** Rejects while the workbench is not running. */
export type AskWorkbench = <Name extends OwnerTaskName>(
  name: Name,
  task: OwnerTasks[Name],
) => Promise<OwnerReplies[Name]>;

/** One request over the pipe. */
export interface OwnerMessage<Name extends OwnerTaskName = OwnerTaskName> {
  readonly id: number;
  readonly name: Name;
  readonly task: OwnerTasks[Name];
}

export interface OwnerAnswer {
  readonly id: number;
  readonly reply?: unknown;
  readonly error?: string;
}

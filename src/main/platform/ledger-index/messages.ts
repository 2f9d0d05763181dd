/** The messages between the main thread, the index's thread and its helpers. */
import type {
  AuditCounts,
  AuditFilter,
  AuditHistogram,
  AuditPage,
  AuditQuery,
  IndexedEntry,
  IndexSummary,
} from '../../../shared/ledger/query.ts';
import type { PackedColumns } from './columns.ts';
import type { Progress } from './index-database.ts';

export interface Timing {
  /** How long to wait for a locked index before a new one is built next to it. */
  readonly lockTimeoutMs: number;
  readonly lockRetryMs: number;
  /**
   * How long to wait before the next attempt when a new index could not be built or was damaged at
   * once.
   */
  readonly retryMs: number;
  /** How much of the ledger's end is searched directly while the index is incomplete. */
  readonly plainBytes: number;
  /** Further behind than this, rebuilding the index is faster than catching up. */
  readonly rebuildBeyondBytes: number;
  /**
   * A ledger up to this size is read and written by one thread: it is done before a second one
   * would have started.
   */
  readonly oneThreadBytes: number;
}

export const usualTiming: Timing = {
  lockTimeoutMs: 5_000,
  lockRetryMs: 250,
  retryMs: 60_000,
  plainBytes: 8 * 1024 * 1024,
  rebuildBeyondBytes: 64 * 1024 * 1024,
  oneThreadBytes: 32 * 1024 * 1024,
};

export interface IndexState extends IndexSummary {
  readonly entries: number;
  /** The number of the last line in it. */
  readonly lastSeq: number;
  readonly spoiledLines: number;
  readonly rebuilds: number;
  readonly fileBytes: number;
}

export const notStarted: IndexState = {
  phase: 'opening',
  reason: null,
  entries: 0,
  lastSeq: 0,
  spoiledLines: 0,
  rebuilds: 0,
  rebuilt: 0,
  fileBytes: 0,
};

export interface IndexedEntryLines {
  /** Null if there is no such entry. */
  readonly entry: IndexedEntry | null;
  /** Its lines exactly as in the ledger. */
  readonly lines: readonly string[];
  readonly complete: boolean;
}

/** A call's arguments and result, as its ledger lines record them. */
export interface LoggedCall {
  /** Undefined if the line names none. */
  readonly args?: unknown;
  readonly result: string | null;
}

export interface IndexQuestions {
  query: { readonly asked: AuditQuery; readonly answer: AuditPage };
  histogram: {
    readonly asked: { readonly filter: AuditFilter; readonly bars: number };
    readonly answer: AuditHistogram;
  };
  counts: { readonly asked: AuditFilter; readonly answer: AuditCounts };
  entry: { readonly asked: string; readonly answer: IndexedEntryLines };
  /** For several entries, in their order; entries that are not found are empty. */
  calls: { readonly asked: readonly string[]; readonly answer: readonly LoggedCall[] };
}

export type QuestionKind = keyof IndexQuestions;

export type ToWorker =
  | { readonly kind: 'ask'; readonly id: number; readonly question: AnyQuestion }
  | { readonly kind: 'follow'; readonly upTo: number }
  | { readonly kind: 'rebuild' }
  | { readonly kind: 'close' };

export type AnyQuestion = {
  [Kind in QuestionKind]: { readonly kind: Kind; readonly asked: IndexQuestions[Kind]['asked'] };
}[QuestionKind];

export type FromWorker =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly why: string }
  | { readonly kind: 'state'; readonly state: IndexState };

/** The tasks that a thread is started for. */
export type Job =
  | {
      readonly kind: 'keep';
      readonly dataDir: string;
      readonly timing: Timing;
      /** An existing index must not be used. */
      readonly fresh: boolean;
    }
  | {
      readonly kind: 'build';
      readonly auditFolder: string;
      readonly file: string;
      readonly oneThreadBytes: number;
    }
  | {
      readonly kind: 'read';
      readonly auditFolder: string;
      /** How many batches the writer has finished. */
      readonly written: Int32Array<SharedArrayBuffer>;
    }
  | { readonly kind: 'check'; readonly file: string };

export type HelperJob = Exclude<Job, { readonly kind: 'keep' | 'read' }>;

export type FromHelper =
  | { readonly kind: 'bytes'; readonly bytes: number }
  | { readonly kind: 'built'; readonly progress: Progress; readonly packed: PackedColumns }
  | { readonly kind: 'checked'; readonly sound: boolean };

/** One JSON line of the ledger, and an entry combined from its lines. */
import { z } from 'zod';
import { entryOutcomes } from './entry-outcomes.ts';
import type { ConnectionUse } from '../network/connection.ts';
import { FileChange } from '../files/file-change.ts';
import { RunRecord } from '../sandbox/run-record.ts';

export const auditPhases = ['intent', 'decision', 'outcome', 'note'] as const;
export type AuditPhase = (typeof auditPhases)[number];

/** The process behind a request, as the operating system reports it. */
export const AuditCaller = z.looseObject({
  pid: z.int(),
  executable: z.string(),
  cwd: z.string().nullable(),
  /** Their executables, nearest first. */
  parents: z.array(z.string().nullable()).readonly(),
  same_as_before: z.boolean(),
});
export type AuditCaller = z.infer<typeof AuditCaller>;

/** An event before the ledger numbers and chains it. */
export interface AuditRecord {
  readonly phase: AuditPhase;
  /** Shared by the lines of one call. */
  readonly entry: string;
  readonly actor: string;
  readonly action: string;
  readonly args?: unknown;
  /**
   * The process that really asked for access, as far as it could be identified; null if it could
   * not.
   */
  readonly caller?: AuditCaller | null;
  /** The remote address, if the listener was not on loopback. */
  readonly remote?: string;
  readonly result?: string;
  readonly code?: string;
  readonly detail?: string;
  readonly session_id?: string;
  readonly request_id?: string;
  readonly decided_by?: string;
  readonly rule?: string;
  readonly ms_to_decide?: number;
  readonly duration_ms?: number;
  readonly payload_sha256?: string;
  /** The executor; on the outcome line. */
  readonly carried_out_by?: string;
  /** File contents before and after, by digest; the contents are in the blob store. */
  readonly changes?: readonly FileChange[];
  /** The target of a sandboxed connection, and the bytes sent each way. */
  readonly network?: ConnectionUse;
  /** For a sandboxed program: its checkpoints, how many files it changed, what was held back. */
  readonly run?: RunRecord;
}

/** Marks the first line of every segment except the first; its arguments are a SegmentNote. */
export const segmentAction = 'ledger.segment';

/** What a segment's first line records about the previous segment. */
export const SegmentNote = z.looseObject({
  /** Covers all lines of the previous segment (merkle.ts). */
  root: z.string(),
  lines: z.int().min(0),
  /** Entries still without an outcome: [entry, actor, action, last phase]. */
  open: z.array(z.tuple([z.string(), z.string(), z.string(), z.string()])),
});
export type SegmentNote = z.infer<typeof SegmentNote>;

export const AuditLine = z.looseObject({
  seq: z.int().min(1),
  ts: z.iso.datetime(),
  /** Milliseconds on a monotonic clock, within one `boot`. */
  mono_ms: z.number().optional(),
  boot: z.string().optional(),
  phase: z.enum(auditPhases),
  entry: z.string(),
  actor: z.string(),
  user: z.string(),
  action: z.string(),
  args: z.unknown().optional(),
  caller: AuditCaller.nullable().optional(),
  remote: z.string().optional(),
  result: z.string().optional(),
  code: z.string().optional(),
  detail: z.string().optional(),
  session_id: z.string().optional(),
  request_id: z.string().optional(),
  decided_by: z.string().optional(),
  rule: z.string().optional(),
  ms_to_decide: z.number().optional(),
  duration_ms: z.number().optional(),
  payload_sha256: z.string().optional(),
  carried_out_by: z.string().optional(),
  changes: z.array(FileChange).optional(),
  network: z
    .looseObject({
      ...{ host: z.string(), port: z.int(), address: z.string() },
      ...{ sent: z.int(), received: z.int() },
    })
    .optional(),
  run: RunRecord.optional(),
  prev: z.string(),
  hash: z.string(),
});
export type AuditLine = z.infer<typeof AuditLine>;

export const EntryView = z.strictObject({
  entry: z.string(),
  seq: z.int(),
  /** The number of its newest line. */
  lastSeq: z.int(),
  ts: z.string(),
  actor: z.string(),
  action: z.string(),
  /** The path, folder or sentence that describes its subject. */
  subject: z.string(),
  outcome: z.enum(entryOutcomes),
  code: z.string().nullable(),
  detail: z.string().nullable(),
  decidedBy: z.string().nullable(),
  rule: z.string().nullable(),
  sessionId: z.string().nullable(),
  requestId: z.string().nullable(),
  durationMs: z.number().nullable(),
});
export type EntryView = Readonly<z.infer<typeof EntryView>>;

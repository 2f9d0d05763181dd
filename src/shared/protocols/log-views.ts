/** The wire format of ledger entries in `GET /mcp/logs` and `gatehouse log --json`. */
import type { AuditPage, IndexedEntry } from '../ledger/query.ts';

export interface LogEntry {
  readonly entry: string;
  readonly seq: number;
  /** The number of its newest line. */
  readonly last_seq: number;
  readonly ts: string;
  readonly actor: string;
  readonly user: string;
  readonly action: string;
  /** As judged and recorded; null for entries without arguments. */
  readonly args: unknown;
  /** The result of its last line; null while it is open. */
  readonly result: string | null;
  readonly session_id: string | null;
  readonly request_id: string | null;
  readonly subject: string;
  readonly outcome: IndexedEntry['outcome'];
  readonly code: string | null;
  readonly detail: string | null;
  readonly decided_by: string | null;
  readonly rule: string | null;
  readonly duration_ms: number | null;
}

export interface LogPage {
  readonly entries: readonly LogEntry[];
  readonly next: number | null;
  readonly total: number | null;
  readonly total_exact: boolean;
  readonly complete: boolean;
}

/** What the ledger's lines contain about a call beyond its indexed entry. */
interface Recorded {
  readonly args?: unknown;
  readonly result: string | null;
}

export const logEntry = (entry: IndexedEntry, recorded: Recorded | undefined): LogEntry => ({
  entry: entry.entry,
  seq: entry.seq,
  last_seq: entry.lastSeq,
  ts: entry.ts,
  actor: entry.actor,
  user: entry.user,
  action: entry.action,
  args: recorded?.args ?? null,
  result: recorded?.result ?? null,
  session_id: entry.sessionId,
  request_id: entry.requestId,
  subject: entry.subject,
  outcome: entry.outcome,
  code: entry.code,
  detail: entry.detail,
  decided_by: entry.decidedBy,
  rule: entry.rule,
  duration_ms: entry.durationMs,
});

export const logPage = (page: AuditPage, recorded: readonly Recorded[]): LogPage => ({
  entries: page.entries.map((entry, at) => logEntry(entry, recorded[at])),
  next: page.next,
  total: page.total,
  total_exact: page.totalExact,
  complete: page.complete,
});

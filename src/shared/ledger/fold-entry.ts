/**
 * Combines the lines of one entry: intent, decision and outcome. The newest entries and the index
 * use the same code. Lines are read as found: anything may be in them or missing.
 */
import type { AuditRecord, EntryView } from './entry.ts';
import type { EntryOutcome } from './entry-outcomes.ts';

export type LineFacts = { readonly [Key in keyof AuditRecord | 'ts' | 'user']?: unknown };

/** An entry as far as its lines are known. */
export interface EntryFacts {
  readonly entry: string;
  readonly seq: number;
  readonly ts: number;
  readonly actor: string;
  readonly user: string;
  readonly action: string;
  lastSeq: number;
  subject: string;
  outcome: EntryOutcome;
  code: string | null;
  detail: string | null;
  decidedBy: string | null;
  rule: string | null;
  sessionId: string | null;
  requestId: string | null;
  durationMs: number | null;
}

const longestName = 256;
const longestSubject = 400;
const longestDetail = 1_000;
const endOfTime = Date.parse('9999-01-01T00:00:00Z');

/** Fields that only the first line sets. That line must still be folded. */
export function beginEntry(entry: string, line: LineFacts, seq: number): EntryFacts {
  return {
    entry,
    seq,
    ts: nowOf(line.ts),
    actor: nameOf(line.actor) ?? '',
    user: nameOf(line.user) ?? '',
    action: nameOf(line.action) ?? '',
    lastSeq: seq,
    subject: '',
    outcome: 'open',
    code: null,
    detail: null,
    decidedBy: null,
    rule: null,
    sessionId: null,
    requestId: null,
    durationMs: null,
  };
}

export function foldInto(into: EntryFacts, line: LineFacts, seq: number): void {
  const detail = textOf(line.detail);
  into.lastSeq = seq;
  into.code = nameOf(line.code) ?? into.code;
  into.detail = detail?.slice(0, longestDetail) ?? into.detail;
  into.decidedBy = nameOf(line.decided_by) ?? into.decidedBy;
  into.rule = nameOf(line.rule) ?? into.rule;
  into.sessionId = nameOf(line.session_id) ?? into.sessionId;
  into.requestId = nameOf(line.request_id) ?? into.requestId;
  into.durationMs = numberOf(line.duration_ms) ?? into.durationMs;
  into.outcome = outcomeOf(line, into.outcome);
  into.subject ||= subjectOf(line.args, detail ?? '');
}

export const viewOf = (facts: EntryFacts): EntryView => ({
  entry: facts.entry,
  seq: facts.seq,
  lastSeq: facts.lastSeq,
  ts: new Date(facts.ts).toISOString(),
  actor: facts.actor,
  action: facts.action,
  subject: facts.subject,
  outcome: facts.outcome,
  code: facts.code,
  detail: facts.detail,
  decidedBy: facts.decidedBy,
  rule: facts.rule,
  sessionId: facts.sessionId,
  requestId: facts.requestId,
  durationMs: facts.durationMs,
});

/** `unknown` is not a failure: the call may well have succeeded. */
function outcomeOf({ phase, result }: LineFacts, before: EntryOutcome): EntryOutcome {
  if (phase === 'note') return 'note';
  if (phase !== 'outcome') return before;
  return result === 'done' || result === 'refused' || result === 'unknown' ? result : 'failed';
}

/** The first of these fields that exists describes the call's subject best. */
const subjectFields = [
  'path',
  'argv',
  'command',
  'paths',
  'roots',
  'glob',
  'text',
  'url',
  'target',
  'message',
];

function subjectOf(args: unknown, detail: string): string {
  if (typeof args !== 'object' || args === null) return detail.slice(0, longestSubject);
  for (const key of subjectFields) {
    const value = (args as Record<string, unknown>)[key];
    const separator = key === 'argv' ? ' ' : ', ';
    const text = Array.isArray(value) ? stringsIn(value).join(separator) : textOf(value);
    if (text) return text.slice(0, longestSubject);
  }
  return detail.slice(0, longestSubject);
}

/** Agents wrote these values; one that is not text may not even be convertible to text. */
const stringsIn = (values: readonly unknown[]): readonly string[] =>
  values.filter((value) => typeof value === 'string');

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const nameOf = (value: unknown): string | null =>
  typeof value === 'string' ? value.slice(0, longestName) : null;
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** An invalid date counts as the beginning of time. */
function nowOf(value: unknown): number {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return ms > 0 && ms < endOfTime ? ms : 0;
}

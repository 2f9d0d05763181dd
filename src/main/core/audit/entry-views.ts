/** Puts the lines of an entry together for people to read; keeps the newest few hundred. */
import type { AuditLine, EntryOutcome, EntryView } from '../../../shared/audit-entry.ts';

const kept = 500;

type Place = Pick<AuditLine, 'seq' | 'ts'>;

type ViewedLine = Pick<
  AuditLine,
  | 'phase'
  | 'entry'
  | 'actor'
  | 'action'
  | 'args'
  | 'result'
  | 'code'
  | 'detail'
  | 'decided_by'
  | 'session_id'
  | 'duration_ms'
>;

export class EntryViews {
  readonly #byEntry = new Map<string, EntryView>();

  fold(line: ViewedLine, at: Place): void {
    const next = merge(this.#byEntry.get(line.entry), line, at);
    this.#byEntry.set(next.entry, next);
    if (this.#byEntry.size >= 2 * kept) this.#forgetOldest();
  }

  newestFirst(): readonly EntryView[] {
    return [...this.#byEntry.values()].slice(-kept).toReversed();
  }

  #forgetOldest(): void {
    const oldest = [...this.#byEntry.keys()].slice(0, -kept);
    for (const entry of oldest) this.#byEntry.delete(entry);
  }
}

function merge(before: EntryView | undefined, line: ViewedLine, { seq, ts }: Place): EntryView {
  return {
    entry: line.entry,
    seq: before?.seq ?? seq,
    ts: before?.ts ?? ts,
    actor: before?.actor ?? line.actor,
    action: before?.action ?? line.action,
    subject: before?.subject || subjectOf(line),
    outcome: outcomeOf(line, before?.outcome),
    code: line.code ?? before?.code ?? null,
    detail: line.detail ?? before?.detail ?? null,
    decidedBy: line.decided_by ?? before?.decidedBy ?? null,
    sessionId: line.session_id ?? before?.sessionId ?? null,
    durationMs: line.duration_ms ?? before?.durationMs ?? null,
  };
}

function outcomeOf(line: ViewedLine, before: EntryOutcome | undefined): EntryOutcome {
  if (line.phase === 'note') return 'note';
  if (line.phase !== 'outcome') return before ?? 'open';
  return line.result === 'done' || line.result === 'refused' ? line.result : 'failed';
}

function subjectOf(line: ViewedLine): string {
  const { args } = line;
  if (typeof args !== 'object' || args === null) return line.detail ?? '';
  if ('path' in args && typeof args.path === 'string') return args.path;
  if ('roots' in args && Array.isArray(args.roots)) return textsOf(args.roots).join(', ');
  return '';
}

/** An agent wrote them: what is no text may not even have a way to become one. */
const textsOf = (values: readonly unknown[]): readonly string[] =>
  values.filter((value) => typeof value === 'string');

/** Puts the lines of an entry together for people to read; keeps the newest few hundred. */
import { AuditLine, type EntryOutcome, type EntryView } from '../../../shared/audit-entry.ts';

const kept = 500;

export class EntryViews {
  readonly #byEntry = new Map<string, EntryView>();

  fold(line: string): void {
    const parsed = AuditLine.safeParse(parseJson(line));
    if (!parsed.success) return;
    const next = merge(this.#byEntry.get(parsed.data.entry), parsed.data);
    this.#byEntry.set(next.entry, next);
    if (this.#byEntry.size > kept) this.#forgetOldest();
  }

  newestFirst(): readonly EntryView[] {
    return [...this.#byEntry.values()].toReversed();
  }

  #forgetOldest(): void {
    const oldest = this.#byEntry.keys().next();
    if (!oldest.done) this.#byEntry.delete(oldest.value);
  }
}

function merge(before: EntryView | undefined, line: AuditLine): EntryView {
  return {
    entry: line.entry,
    seq: before?.seq ?? line.seq,
    ts: before?.ts ?? line.ts,
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

function outcomeOf(line: AuditLine, before: EntryOutcome | undefined): EntryOutcome {
  if (line.phase === 'note') return 'note';
  if (line.phase !== 'outcome') return before ?? 'open';
  return line.result === 'done' || line.result === 'refused' ? line.result : 'failed';
}

function subjectOf(line: AuditLine): string {
  const { args } = line;
  if (typeof args !== 'object' || args === null) return line.detail ?? '';
  if ('path' in args && typeof args.path === 'string') return args.path;
  if ('roots' in args && Array.isArray(args.roots)) return textsOf(args.roots).join(', ');
  return '';
}

/** An agent wrote them: what is no text may not even have a way to become one. */
const textsOf = (values: readonly unknown[]): readonly string[] =>
  values.filter((value) => typeof value === 'string');

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

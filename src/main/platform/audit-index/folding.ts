/** Puts the lines of one entry together: intent, decision and outcome become one row. */
import type { EntryOutcome } from '../../../shared/audit-entry.ts';
import type { Place } from './segments.ts';

/** A line as it is needed here. Anything else may be in it, and anything may be missing. */
export interface LedgerLine {
  readonly entry: string;
  readonly seq: number;
  readonly raw: Readonly<Record<string, unknown>>;
}

export interface Folded {
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
  /** What full text finds it by. */
  text: string;
  places: string;
}

const longestName = 256;
const longestSubject = 400;
const longestDetail = 1_000;
const longestText = 8_192;
const highestSeq = 2 ** 50;
const endOfTime = Date.parse('9999-01-01T00:00:00Z');

/** Null when the line is none of a ledger. */
export function readLine(text: string): LedgerLine | null {
  try {
    const raw: unknown = JSON.parse(text);
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return null;
    const { entry, seq } = raw as Record<string, unknown>;
    if (typeof entry !== 'string' || typeof seq !== 'number') return null;
    return { entry, seq, raw: raw as LedgerLine['raw'] };
  } catch {
    return null;
  }
}

const leadingSeq = /^\{"seq":(\d{1,15}),/;

/** The number of the last of these lines, without reading all of it. */
export function lastSeqIn(lines: readonly string[]): number {
  const last = lines.at(-1) ?? '';
  const claimed = leadingSeq.exec(last)?.[1];
  return claimed === undefined ? (readLine(last)?.seq ?? 0) : Number(claimed);
}

/** Numbers only go up, even where someone meddled with them; paging relies on it. */
export const risingSeq = (claimed: number, before: number): number =>
  Number.isInteger(claimed) && claimed > before && claimed < highestSeq ? claimed : before + 1;

export function beginFolding({ entry, raw }: LedgerLine, seq: number): Folded {
  const actor = nameOf(raw['actor']) ?? '';
  const action = nameOf(raw['action']) ?? '';
  return {
    entry,
    seq,
    ts: momentOf(raw['ts']),
    actor,
    user: nameOf(raw['user']) ?? '',
    action,
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
    text: `${actor}\n${action}`,
    places: '',
  };
}

export function foldLine(into: Folded, { raw }: LedgerLine, seq: number, place: Place): void {
  const detail = textOf(raw['detail']);
  into.lastSeq = seq;
  into.code = nameOf(raw['code']) ?? into.code;
  into.detail = detail?.slice(0, longestDetail) ?? into.detail;
  into.decidedBy = nameOf(raw['decided_by']) ?? into.decidedBy;
  into.rule = nameOf(raw['rule']) ?? into.rule;
  into.sessionId = nameOf(raw['session_id']) ?? into.sessionId;
  into.requestId = nameOf(raw['request_id']) ?? into.requestId;
  into.durationMs = numberOf(raw['duration_ms']) ?? into.durationMs;
  into.outcome = outcomeOf(raw, into.outcome);
  into.subject ||= subjectOf(raw['args'], detail ?? '');
  into.text = addedText(into.text, raw);
  into.places += `${into.places && ' '}${place.segment}:${place.offset}:${place.bytes}`;
}

export const placesOf = (places: string): readonly Place[] =>
  places.split(' ').map((one) => {
    const [segment = 0, offset = 0, bytes = 0] = one.split(':').map(Number);
    return { segment, offset, bytes };
  });

function outcomeOf(raw: LedgerLine['raw'], before: EntryOutcome): EntryOutcome {
  if (raw['phase'] === 'note') return 'note';
  if (raw['phase'] !== 'outcome') return before;
  return raw['result'] === 'done' || raw['result'] === 'refused' ? raw['result'] : 'failed';
}

/** The first of these that an action has says best what it was about. */
const telling = ['path', 'argv', 'command', 'paths', 'roots', 'glob', 'text', 'url', 'message'];

function subjectOf(args: unknown, detail: string): string {
  if (typeof args !== 'object' || args === null) return detail.slice(0, longestSubject);
  for (const key of telling) {
    const value = (args as Record<string, unknown>)[key];
    const separator = key === 'argv' ? ' ' : ', ';
    const text = Array.isArray(value) ? stringsIn(value).join(separator) : textOf(value);
    if (text) return text.slice(0, longestSubject);
  }
  return detail.slice(0, longestSubject);
}

/** An agent wrote them: what is no text may not even have a way to become one. */
const stringsIn = (values: readonly unknown[]): readonly string[] =>
  values.filter((value) => typeof value === 'string');

function addedText(before: string, raw: LedgerLine['raw']): string {
  if (before.length >= longestText) return before;
  const parts = [before];
  if (typeof raw['code'] === 'string') parts.push(raw['code']);
  if (typeof raw['detail'] === 'string') parts.push(raw['detail']);
  if (raw['args'] !== undefined) collectTexts(raw['args'], parts, 0);
  return parts.length === 1 ? before : parts.join('\n').slice(0, longestText);
}

function collectTexts(value: unknown, into: string[], depth: number): void {
  if (typeof value === 'string') into.push(value);
  if (typeof value !== 'object' || value === null || depth > 64) return;
  for (const one of Array.isArray(value) ? (value as unknown[]) : Object.values(value)) {
    collectTexts(one, into, depth + 1);
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const nameOf = (value: unknown): string | null =>
  typeof value === 'string' ? value.slice(0, longestName) : null;
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** What is no moment that a calendar knows is the beginning of time. */
function momentOf(value: unknown): number {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return ms > 0 && ms < endOfTime ? ms : 0;
}

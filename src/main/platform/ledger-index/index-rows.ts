/** Writes entries to SQLite and reads them back. */
import type { SQLOutputValue } from 'node:sqlite';
import type { IndexedEntry } from '../../../shared/ledger/query.ts';
import { entryOutcomes } from '../../../shared/ledger/entry-outcomes.ts';
import { outcomeName, type RowNumbers } from './columns.ts';
import type { Folded } from './folding.ts';
import type { StringTable } from './string-table.ts';

/** An entry at its position, with recurring words as numbers. */
export interface IndexRow extends RowNumbers {
  readonly at: number;
  readonly isNew: boolean;
  readonly user: number;
  readonly decidedBy: number;
  readonly rule: number;
  readonly durationMs: number | null;
  readonly entry: string;
  readonly requestId: string | null;
  readonly subject: string;
  readonly detail: string | null;
  readonly places: string;
  /** Null if the full-text index already has it. */
  readonly text: string | null;
}

export function rowOf(at: number, folded: Folded, words: StringTable): IndexRow {
  return {
    at,
    isNew: true,
    seq: folded.seq,
    lastSeq: folded.lastSeq,
    ts: folded.ts,
    actor: words.numberFor(folded.actor),
    action: words.numberFor(folded.action),
    outcome: entryOutcomes.indexOf(folded.outcome),
    code: words.numberFor(folded.code),
    session: words.numberFor(folded.sessionId),
    user: words.numberFor(folded.user),
    decidedBy: words.numberFor(folded.decidedBy),
    rule: words.numberFor(folded.rule),
    durationMs: folded.durationMs,
    entry: folded.entry,
    requestId: folded.requestId,
    subject: folded.subject,
    detail: folded.detail,
    places: folded.places,
    text: folded.text,
  };
}

export function entryOf(row: Record<string, SQLOutputValue>, words: StringTable): IndexedEntry {
  const word = (value: unknown): string => words.wordOf(Number(value));
  return {
    entry: String(row['entry']),
    seq: Number(row['seq']),
    lastSeq: Number(row['last_seq']),
    ts: new Date(Number(row['ts'])).toISOString(),
    actor: word(row['actor']),
    user: word(row['user']),
    action: word(row['action']),
    subject: String(row['subject']),
    outcome: outcomeName(Number(row['outcome'])),
    code: word(row['code']) || null,
    detail: textOrNull(row['detail']),
    decidedBy: word(row['decided_by']) || null,
    rule: word(row['rule']) || null,
    sessionId: word(row['session']) || null,
    requestId: textOrNull(row['request_id']),
    durationMs: typeof row['duration_ms'] === 'number' ? row['duration_ms'] : null,
  };
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Converts the full-text index's row ids "4,2,8", which count from one, to positions 3, 1, 7.
 */
export function positionsIn(numbers: string): Uint32Array {
  const positions = new Uint32Array((numbers.length + 1) >>> 1);
  let count = 0;
  let number = 0;
  for (let place = 0; place <= numbers.length; place += 1) {
    const digit = numbers.charCodeAt(place) - 48;
    if (digit >= 0) {
      number = number * 10 + digit;
    } else if (number > 0) {
      positions[count] = number - 1;
      count += 1;
      number = 0;
    }
  }
  return positions.subarray(0, count);
}

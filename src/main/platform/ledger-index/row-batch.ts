/**
 * Rows on their way from the reading thread to the writing thread, as columns of numbers and
 * texts: a thousand small objects take far longer to transfer.
 */
import type { IndexRow } from './index-rows.ts';

export interface RowBatch {
  readonly rows: number;
  readonly numbers: Float64Array<ArrayBuffer>;
  readonly texts: readonly (readonly (string | null)[])[];
}

const numbersEach = 14;

export function packRows(rows: readonly IndexRow[]): RowBatch {
  const numbers = new Float64Array(rows.length * numbersEach);
  rows.forEach((row, index) => {
    numbers.set(numbersOf(row), index * numbersEach);
  });
  const texts = [
    rows.map(({ entry }) => entry),
    rows.map(({ requestId }) => requestId),
    rows.map(({ subject }) => subject),
    rows.map(({ detail }) => detail),
    rows.map(({ places }) => places),
    rows.map(({ text }) => text),
  ];
  return { rows: rows.length, numbers, texts };
}

const numbersOf = (row: IndexRow): readonly number[] => [
  row.at,
  Number(row.isNew),
  row.seq,
  row.lastSeq,
  row.ts,
  row.actor,
  row.action,
  row.outcome,
  row.code,
  row.session,
  row.user,
  row.decidedBy,
  row.rule,
  row.durationMs ?? Number.NaN,
];

export function unpackRow({ numbers, texts }: RowBatch, index: number): IndexRow {
  const number = (place: number): number => numbers[index * numbersEach + place] ?? 0;
  const text = (place: number): string | null => texts[place]?.[index] ?? null;
  return {
    at: number(0),
    isNew: number(1) === 1,
    seq: number(2),
    lastSeq: number(3),
    ts: number(4),
    actor: number(5),
    action: number(6),
    outcome: number(7),
    code: number(8),
    session: number(9),
    user: number(10),
    decidedBy: number(11),
    rule: number(12),
    durationMs: Number.isNaN(number(13)) ? null : number(13),
    entry: text(0) ?? '',
    requestId: text(1),
    subject: text(2) ?? '',
    detail: text(3),
    places: text(4) ?? '',
    text: text(5),
  };
}

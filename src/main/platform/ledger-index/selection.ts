/** Finds the entries of a source that match a filter. */
import type { AuditFilter } from '../../../shared/ledger/query.ts';
import { entryOutcomes } from '../../../shared/ledger/entry-outcomes.ts';
import { readActions } from '../../../shared/ledger/read-actions.ts';
import { phrasesOf } from './full-text.ts';
import type { EntrySource } from './entry-source.ts';
import type { StringTable } from './string-table.ts';

/** Each entry at most once. */
export type Positions = Uint32Array;

/** Ascending; valid until the same source is queried again. */
export function selectAll(source: EntrySource, filter: AuditFilter): Positions {
  const phrases = phrasesOf(filter.q);
  const among = phrases ? source.withText(phrases) : source.columns.everyOne(source.from);
  return selectAmong(source, filter, among);
}

/**
 * Filters by one fact at a time, each in a tight loop without calls, which is why a million
 * entries take milliseconds. Overwrites `among`.
 */
export function selectAmong(source: EntrySource, filter: AuditFilter, among: Positions): Positions {
  const { columns, words } = source;
  const { seq, ts, reach, actor, action, code, session, outcome } = columns.arrays;
  const wantedOutcomes = filter.outcome && namesIn(filter.outcome);
  let left = among;
  left = keepNumbers(left, actor, wantedNumbers(filter.actor, words));
  left = keepNumbers(left, action, wantedNumbers(filter.action, words));
  left = keepNumbers(left, code, wantedNumbers(filter.code, words));
  left = keepNumbers(left, session, wantedNumbers(filter.session_id, words));
  left = keepNumbers(
    left,
    outcome,
    wantedOutcomes
      ? Uint8Array.from(entryOutcomes, (name) => Number(wantedOutcomes.includes(name)))
      : null,
  );
  if (filter.hide === 'reads') {
    left = dropReads(left, { action, outcome }, wantedNumbers([...readActions], words));
  }
  if (filter.since !== undefined || filter.until !== undefined) {
    left = keepTimes(left, ts, momentOr(filter.since, -Infinity), momentOr(filter.until, Infinity));
  }
  const { touched_after: touchedAfter } = filter;
  if (touchedAfter === undefined) return left;
  return left.filter((position) => (seq[position] ?? 0) + (reach[position] ?? 0) > touchedAfter);
}

/** `wanted` has a flag for each number; null if all match. */
function keepNumbers(
  among: Positions,
  column: Uint32Array | Uint8Array,
  wanted: Uint8Array | null,
): Positions {
  if (!wanted) return among;
  let kept = 0;
  for (let index = 0; index < among.length; index += 1) {
    const position = among[index] ?? 0;
    // Without a branch, which could not be predicted.
    among[kept] = position;
    kept += wanted[column[position] ?? 0] ?? 0;
  }
  return among.subarray(0, kept);
}

const done = entryOutcomes.indexOf('done');

function dropReads(
  among: Positions,
  { action, outcome }: { readonly action: Uint32Array; readonly outcome: Uint8Array },
  isRead: Uint8Array | null,
): Positions {
  let kept = 0;
  for (let index = 0; index < among.length; index += 1) {
    const position = among[index] ?? 0;
    among[kept] = position;
    const isDone = Number(outcome[position] === done);
    kept += 1 - isDone * (isRead?.[action[position] ?? 0] ?? 0);
  }
  return among.subarray(0, kept);
}

function keepTimes(among: Positions, ts: Float64Array, since: number, until: number): Positions {
  let kept = 0;
  for (let index = 0; index < among.length; index += 1) {
    const position = among[index] ?? 0;
    const moment = ts[position] ?? 0;
    if (moment < since || moment >= until) continue;
    among[kept] = position;
    kept += 1;
  }
  return among.subarray(0, kept);
}

type OneOrMore = string | readonly string[];

function wantedNumbers(value: OneOrMore | undefined, words: StringTable): Uint8Array | null {
  if (value === undefined) return null;
  const wanted = new Uint8Array(words.count);
  for (const word of namesIn(value)) {
    const number = words.find(word);
    if (number !== undefined) wanted[number] = 1;
  }
  return wanted;
}

const namesIn = (value: OneOrMore): readonly string[] =>
  typeof value === 'string' ? [value] : value;

const momentOr = (moment: string | undefined, otherwise: number): number =>
  moment === undefined ? otherwise : Date.parse(moment);

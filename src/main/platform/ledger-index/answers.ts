/** Pages and counts over all entry sources together, oldest source first. */
import type {
  AuditCounts,
  AuditFilter,
  AuditPage,
  AuditQuery,
  IndexedEntry,
} from '../../../shared/ledger/query.ts';
import { entryOutcomes } from '../../../shared/ledger/entry-outcomes.ts';
import { outcomeName } from './columns.ts';
import { phrasesOf } from './full-text.ts';
import { selectAll, selectAmong, type Positions } from './selection.ts';
import type { EntrySource } from './entry-source.ts';
import { CorruptIndex } from './sqlite-errors.ts';

const usualPage = 100;
/** Words that occur more often than this are not fully counted for one page. */
const enoughToCount = 20_000;
const maxTallyLength = 50;

interface MatchedPositions {
  /** In the requested order. */
  readonly positions: Positions;
  readonly total: number;
  readonly exact: boolean;
}

type Incomplete<T> = Omit<T, 'complete'>;

export function pageOf(sources: readonly EntrySource[], query: AuditQuery): Incomplete<AuditPage> {
  const { order = 'newest', limit = usualPage } = query;
  const entries: IndexedEntry[] = [];
  let total = 0;
  let totalExact = true;
  for (const source of order === 'newest' ? sources.toReversed() : sources) {
    const found = findOn(source, query, limit + 1 - entries.length);
    total += found.total;
    totalExact &&= found.exact;
    for (const position of found.positions.subarray(0, limit + 1 - entries.length)) {
      const entry = source.entryAt(position);
      if (!entry) throw new CorruptIndex('the index lacks an entry');
      entries.push(entry);
    }
  }
  const isFirst = query.after === undefined && query.before === undefined;
  const page = entries.slice(0, limit);
  return {
    entries: page,
    next: entries.length > limit ? (page.at(-1)?.seq ?? null) : null,
    total: isFirst ? total : null,
    totalExact: isFirst && totalExact,
  };
}

function findOn(source: EntrySource, query: AuditQuery, enough: number): MatchedPositions {
  const { order = 'newest' } = query;
  const phrases = phrasesOf(query.q);
  const { low, high } = boundsOf(source, query, phrases !== null);
  if (low >= high) return { positions: new Uint32Array(), total: 0, exact: true };
  const some = phrases && source.someWithText(phrases, { low, high, order, most: enoughToCount });
  if (some) {
    // Fewer than requested: there are no more between the bounds.
    const exact = some.length < enoughToCount;
    const positions = selectAmong(source, query, some);
    if (exact || positions.length >= enough) return { positions, total: positions.length, exact };
  }
  const all = selectAll(source, query);
  const within = all.subarray(firstFrom(all, low), firstFrom(all, high));
  const positions = order === 'newest' ? within.slice(-Math.max(1, enough)).toReversed() : within;
  return { positions, total: all.length, exact: true };
}

/**
 * The range that can contain the result. The other facts of a query take milliseconds for a
 * million entries, a common word can take a second, so words are searched only between the first
 * and last entry that the other facts leave. For a live view's query after each new line, that is
 * only the newest few.
 */
function boundsOf(source: EntrySource, query: AuditQuery, hasText: boolean) {
  const { columns, from } = source;
  const after = query.after === undefined ? 0 : columns.firstAfter(query.after);
  const before = query.before === undefined ? columns.length : columns.firstAfter(query.before - 1);
  const low = Math.max(from, after);
  if (!hasText || !hasOtherFacts(query)) return { low, high: before };
  const fitting = selectAmong(source, query, columns.everyOne(from));
  const [first, last] = [fitting[0], fitting.at(-1)];
  if (first === undefined || last === undefined) return { low, high: low };
  return { low: Math.max(low, first), high: Math.min(before, last + 1) };
}

const hasOtherFacts = (query: AuditQuery): boolean =>
  [
    ...[query.actor, query.action, query.outcome, query.code, query.session_id],
    ...[query.since, query.until, query.touched_after, query.hide],
  ].some((fact) => fact !== undefined);

export function countsOf(
  sources: readonly EntrySource[],
  filter: AuditFilter,
): Incomplete<AuditCounts> {
  const selections = sources.map((source) => ({ source, positions: selectAll(source, filter) }));
  const tallyOf = (fact: TallyColumn): AuditCounts['actors'] => {
    const counts = new Map<string, number>();
    for (const { source, positions } of selections) addTally(counts, fact, source, positions);
    counts.delete('');
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .toSorted((a, b) => b.count - a.count)
      .slice(0, maxTallyLength);
  };
  return {
    total: selections.reduce((sum, { positions }) => sum + positions.length, 0),
    actors: tallyOf('actor'),
    actions: tallyOf('action'),
    outcomes: tallyOf('outcome'),
    codes: tallyOf('code'),
    sessions: tallyOf('session'),
  };
}

type TallyColumn = 'actor' | 'action' | 'code' | 'session' | 'outcome';

function addTally(
  counts: Map<string, number>,
  fact: TallyColumn,
  { columns, words }: EntrySource,
  positions: Positions,
): void {
  const isOutcome = fact === 'outcome';
  const column = columns.arrays[fact];
  const own = new Uint32Array(isOutcome ? entryOutcomes.length : words.count);
  for (let index = 0; index < positions.length; index += 1) {
    const number = column[positions[index] ?? 0] ?? 0;
    own[number] = (own[number] ?? 0) + 1;
  }
  own.forEach((count, number) => {
    const name = isOutcome ? outcomeName(number) : words.wordOf(number);
    if (count > 0) counts.set(name, (counts.get(name) ?? 0) + count);
  });
}

/** Index of the first position that is not lower than `bound`. */
function firstFrom(positions: Positions, bound: number): number {
  let low = 0;
  let high = positions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((positions[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

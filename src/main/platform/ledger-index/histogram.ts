/** Counts entries per time interval, over all entry sources together. */
import type { AuditFilter, AuditHistogram } from '../../../shared/ledger/query.ts';
import { entryOutcomes } from '../../../shared/ledger/entry-outcomes.ts';
import { selectAll, type Positions } from './selection.ts';
import type { EntrySource } from './entry-source.ts';

interface HistogramRange {
  readonly source: EntrySource;
  readonly positions: Positions;
}

export function histogramOf(
  sources: readonly EntrySource[],
  filter: AuditFilter,
  bars: number,
): Omit<AuditHistogram, 'complete'> {
  const selections = sources.map((source) => ({ source, positions: selectAll(source, filter) }));
  const { first, last } = extentOf(selections);
  const from = filter.since === undefined ? first : Date.parse(filter.since);
  const to = filter.until === undefined ? last + 1 : Date.parse(filter.until);
  const barMs = Math.max(1, Math.ceil((to - from) / bars));
  const length = Math.max(0, Math.ceil((to - from) / barMs));
  const counts = new Uint32Array(length);
  const byOutcome = entryOutcomes.map(() => new Uint32Array(length));
  for (const item of selections) count(item, from, barMs, [counts, byOutcome]);
  const named = entryOutcomes.map((name, at) => [name, [...(byOutcome[at] ?? [])]] as const);
  return {
    from: new Date(from).toISOString(),
    to: new Date(from + barMs * length).toISOString(),
    barMs,
    counts: [...counts],
    byOutcome: Object.fromEntries(named) as AuditHistogram['byOutcome'],
  };
}

type Bars = Uint32Array;

function count(
  { source, positions }: HistogramRange,
  from: number,
  barMs: number,
  [counts, byOutcome]: readonly [Bars, readonly Bars[]],
): void {
  const { ts, outcome } = source.columns.arrays;
  for (let index = 0; index < positions.length; index += 1) {
    const position = positions[index] ?? 0;
    const bar = Math.floor(((ts[position] ?? 0) - from) / barMs);
    const own = byOutcome[outcome[position] ?? 0];
    if (!own || bar < 0 || bar >= counts.length) continue;
    counts[bar] = (counts[bar] ?? 0) + 1;
    own[bar] = (own[bar] ?? 0) + 1;
  }
}

function extentOf(selections: readonly HistogramRange[]): {
  readonly first: number;
  readonly last: number;
} {
  let first = Infinity;
  let last = -Infinity;
  for (const { source, positions } of selections) {
    const { ts } = source.columns.arrays;
    for (let index = 0; index < positions.length; index += 1) {
      const moment = ts[positions[index] ?? 0] ?? 0;
      // A line without a valid time must not stretch the chart back to 1970.
      if (moment === 0) continue;
      if (moment < first) first = moment;
      if (moment > last) last = moment;
    }
  }
  return last === -Infinity ? { first: 0, last: -1 } : { first, last };
}

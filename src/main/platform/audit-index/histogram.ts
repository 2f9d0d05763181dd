/** How many entries fell into each stretch of time, over all shelves together. */
import type { AuditFilter, AuditHistogram } from '../../../shared/audit-query.ts';
import { outcomes } from './columns.ts';
import { selectAll, type Positions } from './selection.ts';
import type { Shelf } from './shelf.ts';

interface Chosen {
  readonly shelf: Shelf;
  readonly positions: Positions;
}

export function histogramOf(
  shelves: readonly Shelf[],
  filter: AuditFilter,
  bars: number,
): Omit<AuditHistogram, 'complete'> {
  const chosen = shelves.map((shelf) => ({ shelf, positions: selectAll(shelf, filter) }));
  const { first, last } = extentOf(chosen);
  const from = filter.since === undefined ? first : Date.parse(filter.since);
  const to = filter.until === undefined ? last + 1 : Date.parse(filter.until);
  const barMs = Math.max(1, Math.ceil((to - from) / bars));
  const length = Math.max(0, Math.ceil((to - from) / barMs));
  const counts = new Uint32Array(length);
  const byOutcome = outcomes.map(() => new Uint32Array(length));
  for (const one of chosen) count(one, from, barMs, [counts, byOutcome]);
  const [open, done, refused, failed, note] = byOutcome.map((one) => [...one]);
  if (!open || !done || !refused || !failed || !note) throw new Error('an outcome is missing');
  return {
    from: new Date(from).toISOString(),
    to: new Date(from + barMs * length).toISOString(),
    barMs,
    counts: [...counts],
    byOutcome: { open, done, refused, failed, note },
  };
}

type Bars = Uint32Array;

function count(
  { shelf, positions }: Chosen,
  from: number,
  barMs: number,
  [counts, byOutcome]: readonly [Bars, readonly Bars[]],
): void {
  const { ts, outcome } = shelf.columns.arrays;
  for (let index = 0; index < positions.length; index += 1) {
    const position = positions[index] ?? 0;
    const bar = Math.floor(((ts[position] ?? 0) - from) / barMs);
    const own = byOutcome[outcome[position] ?? 0];
    if (!own || bar < 0 || bar >= counts.length) continue;
    counts[bar] = (counts[bar] ?? 0) + 1;
    own[bar] = (own[bar] ?? 0) + 1;
  }
}

function extentOf(chosen: readonly Chosen[]): { readonly first: number; readonly last: number } {
  let first = Infinity;
  let last = -Infinity;
  for (const { shelf, positions } of chosen) {
    const { ts } = shelf.columns.arrays;
    for (let index = 0; index < positions.length; index += 1) {
      const moment = ts[positions[index] ?? 0] ?? 0;
      if (moment < first) first = moment;
      if (moment > last) last = moment;
    }
  }
  return last === -Infinity ? { first: 0, last: -1 } : { first, last };
}

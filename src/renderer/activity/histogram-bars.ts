/** The bars of the histogram: numbers to draw and text for screen readers. */
import type { AuditHistogram } from '../../shared/ledger/query.ts';
import { count } from '../text/counting.ts';
import { rangeWords } from '../text/time-range.ts';

export interface Bar {
  readonly from: number;
  readonly to: number;
  readonly all: number;
  readonly refused: number;
  readonly failed: number;
}

/** `failed`: failures and unknown outcomes, which need the user's attention. */
export function barsOf({ from, barMs, counts, byOutcome }: AuditHistogram): readonly Bar[] {
  const begin = Date.parse(from);
  return counts.map((all, at) => ({
    from: begin + at * barMs,
    to: begin + (at + 1) * barMs,
    all,
    refused: byOutcome.refused[at] ?? 0,
    failed: (byOutcome.failed[at] ?? 0) + (byOutcome.unknown[at] ?? 0),
  }));
}

/** A single entry among thousands must still be seen. */
export const heightOf = (amount: number, highest: number): number =>
  amount === 0 || highest === 0 ? 0 : Math.max(0.06, amount / highest);

export interface Span {
  readonly first: number;
  readonly last: number;
}

export const spanOf = (a: number, b: number): Span => ({
  first: Math.min(a, b),
  last: Math.max(a, b),
});

export function spanWordsOf(bars: readonly Bar[], { first, last }: Span): string {
  const selected = bars.slice(first, last + 1);
  const [begin, end] = [selected[0], selected.at(-1)];
  if (!begin || !end) return '';
  const sum = (of: (bar: Bar) => number): number =>
    selected.reduce((total, bar) => total + of(bar), 0);
  const refused = sum((bar) => bar.refused);
  const failed = sum((bar) => bar.failed);
  return [
    `${rangeWords(begin.from, end.to)}: ${count(
      sum((bar) => bar.all),
      'entry',
      'entries',
    )}`,
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(failed > 0 ? [`${failed} failed or unknown`] : []),
  ].join(', ');
}

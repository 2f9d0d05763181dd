import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import type { ActivityRow } from './fold-reads.ts';

export const rowHeight = 30;

/** Which rows are visible, and the position of each. */
export const useRows = (scroller: RefObject<HTMLDivElement | null>, rows: readonly ActivityRow[]) =>
  useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(rows[index]) ?? index,
    overscan: 12,
    rangeExtractor: withFocused,
  });

const keyOf = (row: ActivityRow | undefined): string | undefined =>
  row?.kind === 'run' ? row.id : row?.entry.entry;

/** The row with the focus stays, or the keyboard would lose its place. */
function withFocused(range: Range): number[] {
  const shown = defaultRangeExtractor(range);
  const place = document.activeElement?.closest<HTMLElement>('.entry-place');
  const at = place ? Number(place.dataset['index']) : -1;
  if (at < 0 || at >= range.count || shown.includes(at)) return shown;
  return [...shown, at].toSorted((a, b) => a - b);
}

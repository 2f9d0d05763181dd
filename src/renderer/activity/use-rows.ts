import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import type { EntryView } from '../../shared/ledger/entry.ts';

export const rowHeight = 30;

/** Which rows are in sight, and where each stands. */
export const useRows = (
  scroller: RefObject<HTMLDivElement | null>,
  entries: readonly EntryView[],
) =>
  useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => entries[index]?.entry ?? index,
    overscan: 12,
    rangeExtractor: withFocused,
  });

/** The row with the focus stays, or the keyboard would lose its place. */
function withFocused(range: Range): number[] {
  const shown = defaultRangeExtractor(range);
  const place = document.activeElement?.closest<HTMLElement>('.entry-place');
  const at = place ? Number(place.dataset['index']) : -1;
  if (at < 0 || at >= range.count || shown.includes(at)) return shown;
  return [...shown, at].toSorted((one, other) => one - other);
}

import type { EntryView } from '../../shared/ledger/entry.ts';

/** Both together, newest first, each entry once: the one that has grown further. */
export function mergeEntries(
  some: readonly EntryView[],
  others: readonly EntryView[],
): readonly EntryView[] {
  if (others.length === 0) return some;
  if (some.length === 0) return others;
  const merged: EntryView[] = [];
  let at = 0;
  let other = 0;
  while (at < some.length || other < others.length) {
    const one = some[at];
    const two = others[other];
    if (one && (!two || one.seq >= two.seq)) at += 1;
    if (two && (!one || two.seq >= one.seq)) other += 1;
    const taken = newerOf(one, two);
    if (taken) merged.push(taken);
  }
  return merged;
}

function newerOf(item: EntryView | undefined, two: EntryView | undefined): EntryView | undefined {
  if (!item || !two) return item ?? two;
  if (item.seq !== two.seq) return item.seq > two.seq ? item : two;
  return two.lastSeq > item.lastSeq ? two : item;
}

/** Splits the entries into those that start after this line and the others. */
export function splitAt(
  entries: readonly EntryView[],
  seq: number,
): { readonly newer: readonly EntryView[]; readonly known: readonly EntryView[] } {
  return {
    newer: entries.filter((entry) => entry.seq > seq),
    known: entries.filter((entry) => entry.seq <= seq),
  };
}

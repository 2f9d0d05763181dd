/** Tracks the lines that agents wrote as the text changes. */
export interface LineMark {
  /** Counted from 0; both ends included. */
  readonly first: number;
  readonly last: number;
  readonly agent: string;
  /** The ledger entry that records the consent. */
  readonly entryId: string;
  readonly at: number;
}

/** Lines `first` to `last` were replaced by `lines` lines. */
export interface LineChange {
  readonly first: number;
  readonly last: number;
  readonly lines: number;
}

const maxMarks = 5_000;

/** Changed lines lose their mark; marks below move. */
export function afterChange(marks: readonly LineMark[], change: LineChange): readonly LineMark[] {
  const moved = change.lines - (change.last - change.first + 1);
  return marks.flatMap((mark) => {
    if (mark.last < change.first) return [mark];
    if (mark.first > change.last) return [shifted(mark, moved)];
    const above = { ...mark, last: change.first - 1 };
    const below = shifted({ ...mark, first: change.last + 1 }, moved);
    return [above, below].filter(({ first, last }) => first <= last);
  });
}

const shifted = (mark: LineMark, by: number): LineMark => ({
  ...mark,
  first: mark.first + by,
  last: mark.last + by,
});

/** A newer mark replaces older ones on the same lines. */
export function withMark(marks: readonly LineMark[], mark: LineMark): readonly LineMark[] {
  const { first, last } = mark;
  const rest = afterChange(marks, { first, last, lines: last - first + 1 });
  return [...rest, mark].toSorted((a, b) => a.first - b.first).slice(-maxMarks);
}

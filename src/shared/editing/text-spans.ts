/**
 * Changes of a text as spans: sorted, not overlapping, with positions in the text before the
 * change.
 */

export interface TextSpan {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export type TextPlace = Pick<TextSpan, 'start' | 'end'>;

export function applySpans(text: string, ordered: readonly TextSpan[]): string {
  let result = '';
  let from = 0;
  for (const { start, end, text: inserted } of ordered) {
    result += text.slice(from, start) + inserted;
    from = end;
  }
  return result + text.slice(from);
}

/** The inverse spans, with positions in the text after the change. */
export function inverseOf(before: string, ordered: readonly TextSpan[]): readonly TextSpan[] {
  let moved = 0;
  return ordered.map(({ start, end, text }) => {
    const at = start + moved;
    moved += text.length - (end - start);
    return { start: at, end: at + text.length, text: before.slice(start, end) };
  });
}

/** One span that replaces only what differs. */
export function differingSpan(before: string, after: string): readonly TextSpan[] {
  if (before === after) return [];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return [{ start, end: before.length - tail, text: after.slice(start, after.length - tail) }];
}

/** Two changes of the same position in one text. */
export interface Overlap {
  /** The index of the moved span. */
  readonly index: number;
  readonly theirs: TextSpan;
}

/** Maps spans through a change by others; reports an overlap if both changed the same text. */
export function movedBy(
  spans: readonly TextSpan[],
  change: readonly TextSpan[],
): readonly TextSpan[] | Overlap {
  const moved: TextSpan[] = [];
  for (const [index, mine] of spans.entries()) {
    let by = 0;
    for (const theirs of change) {
      if (overlap(mine, theirs)) return { index, theirs };
      if (isBefore(theirs, mine)) by += theirs.text.length - (theirs.end - theirs.start);
    }
    moved.push({ ...mine, start: mine.start + by, end: mine.end + by });
  }
  return moved;
}

export const isOverlap = (value: readonly TextSpan[] | Overlap): value is Overlap =>
  'theirs' in value;

/** Maps a position through a change, with everything that was changed around it. */
export function placeAfter(place: TextPlace, change: readonly TextSpan[]): TextPlace {
  let { start, end } = place;
  let moved = 0;
  for (const { start: from, end: to, text } of change) {
    const grown = text.length - (to - from);
    if (to < place.start) start += grown;
    else if (from <= place.start) start = Math.min(start, from + moved);
    if (from <= place.end) end = Math.max(end + grown, from + moved + text.length);
    moved += grown;
  }
  return { start, end };
}

const isBefore = (a: TextSpan, b: TextSpan): boolean => a.end <= b.start;

/** Two insertions at the same position overlap too: either order would be a guess. */
function overlap(a: TextSpan, b: TextSpan): boolean {
  if (a.start === b.start && a.end === b.end) return true;
  return a.start < b.end && b.start < a.end;
}

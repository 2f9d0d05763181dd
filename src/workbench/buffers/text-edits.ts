/** Edits of a text, pure: all are meant against the text as it is, and must not overlap. */
import type { ActionArgs } from '../../shared/actions.ts';
import { refused, type Refused } from '../../shared/outcomes.ts';

export type Edit = NonNullable<ActionArgs<'edit_buffer'>['edits']>[number];
type Position = NonNullable<Edit['range']>['start'];

export interface Span {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Where lines begin; the first at 0. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The place in the text, or null when there is no such place. */
export function offsetAt(
  { line, character }: Position,
  text: string,
  starts: readonly number[],
): number | null {
  const start = starts[line - 1];
  if (start === undefined) return null;
  const next = starts[line];
  const end = next === undefined ? text.length : endOfLine(text, next - 1);
  return start + character <= end ? start + character : null;
}

/** Before its line break, which may be two characters. */
const endOfLine = (text: string, newline: number): number =>
  text[newline - 1] === '\r' ? newline - 1 : newline;

export function positionAt(offset: number, starts: readonly number[]): Position {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, character: offset - (starts[low] ?? 0) };
}

export const usesCrLf = (text: string): boolean => /\r\n/.test(text) && !/[^\r]\n/.test(text);

/** New text in the line ending of the old. */
export const inLineEndingOf = (text: string, old: string): string =>
  usesCrLf(old) ? text.replaceAll(/\r?\n/g, '\r\n') : text;

/** Where the text changes and into what, from its beginning on. */
export function spansOf(text: string, edits: readonly Edit[]): readonly Span[] | Refused {
  const starts = lineStarts(text);
  const spans: Span[] = [];
  for (const [at, edit] of edits.entries()) {
    const span = spanOf(edit, text, starts);
    if ('code' in span) return { ...span, message: `edits.${at}: ${span.message}` };
    spans.push(span);
  }
  const ordered = spans.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const overlaps = ordered.some(({ start }, at) => start < (ordered[at - 1]?.end ?? 0));
  return overlaps ? refused('invalid-arguments', 'edits: two of them overlap.') : ordered;
}

export function applySpans(text: string, ordered: readonly Span[]): string {
  let result = '';
  let from = 0;
  for (const { start, end, text: inserted } of ordered) {
    result += text.slice(from, start) + inserted;
    from = end;
  }
  return result + text.slice(from);
}

export function applyEdits(text: string, edits: readonly Edit[]): string | Refused {
  const spans = spansOf(text, edits);
  return 'code' in spans ? spans : applySpans(text, spans);
}

function spanOf(edit: Edit, text: string, starts: readonly number[]): Span | Refused {
  const inserted = inLineEndingOf(edit.new_text, text);
  if (edit.old_text !== undefined) return exactly(edit.old_text, inserted, text);
  const start = edit.range && offsetAt(edit.range.start, text, starts);
  const end = edit.range && offsetAt(edit.range.end, text, starts);
  if (start === undefined || start === null || end === undefined || end === null) {
    return refused('invalid-arguments', 'The range lies outside the document.');
  }
  if (start > end) return refused('invalid-arguments', 'The range ends before it begins.');
  return { start, end, text: inserted };
}

function exactly(old: string, inserted: string, text: string): Span | Refused {
  const sought = text.includes(old) ? old : inLineEndingOf(old, text);
  const start = text.indexOf(sought);
  if (start === -1) return refused('text-not-found', 'old_text does not occur.');
  if (text.indexOf(sought, start + 1) !== -1) {
    return refused('text-not-found', 'old_text occurs more than once; give more of it.');
  }
  return { start, end: start + sought.length, text: inserted };
}

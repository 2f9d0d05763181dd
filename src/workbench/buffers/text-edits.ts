/** Applies edits to a text. All positions refer to the original text; edits must not overlap. */
import type { ActionArgs } from '../../shared/actions/actions.ts';
import { isError, refused, type Refused } from '../../shared/actions/outcomes.ts';
import { applySpans, type TextSpan } from '../../shared/editing/text-spans.ts';

export type BufferEdit = NonNullable<ActionArgs<'edit_buffer'>['edits']>[number];
type TextPosition = NonNullable<BufferEdit['range']>['start'];

/** The offset at which each line starts. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The offset of a position; null if it lies outside the text. */
export function offsetAt(
  { line, character }: TextPosition,
  text: string,
  starts: readonly number[],
): number | null {
  const start = starts[line - 1];
  if (start === undefined) return null;
  const next = starts[line];
  const end = next === undefined ? text.length : endOfLine(text, next - 1);
  return start + character <= end ? start + character : null;
}

/** The offset before the line break, which may be CRLF. */
const endOfLine = (text: string, newline: number): number =>
  text[newline - 1] === '\r' ? newline - 1 : newline;

export function positionAt(offset: number, starts: readonly number[]): TextPosition {
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

/** Converts the text to the line endings of the old text. */
export const inLineEndingOf = (text: string, old: string): string =>
  usesCrLf(old) ? text.replaceAll(/\r?\n/g, '\r\n') : text;

/** The edits as spans, sorted by position. */
export function spansOf(text: string, edits: readonly BufferEdit[]): readonly TextSpan[] | Refused {
  const starts = lineStarts(text);
  const spans: TextSpan[] = [];
  for (const [at, edit] of edits.entries()) {
    const span = spanOf(edit, text, starts);
    if (isError(span)) return { ...span, message: `edits.${at}: ${span.message}` };
    spans.push(span);
  }
  const ordered = spans.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const overlaps = ordered.some(({ start }, at) => start < (ordered[at - 1]?.end ?? 0));
  return overlaps ? refused('invalid-arguments', 'edits: two of them overlap.') : ordered;
}

export function applyEdits(text: string, edits: readonly BufferEdit[]): string | Refused {
  const spans = spansOf(text, edits);
  return isError(spans) ? spans : applySpans(text, spans);
}

function spanOf(edit: BufferEdit, text: string, starts: readonly number[]): TextSpan | Refused {
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

function exactly(old: string, inserted: string, text: string): TextSpan | Refused {
  const searched = text.includes(old) ? old : inLineEndingOf(old, text);
  const start = text.indexOf(searched);
  if (start === -1) return refused('text-not-found', 'old_text does not occur.');
  if (text.indexOf(searched, start + 1) !== -1) {
    return refused('text-not-found', 'old_text occurs more than once; include more context.');
  }
  return { start, end: start + searched.length, text: inserted };
}

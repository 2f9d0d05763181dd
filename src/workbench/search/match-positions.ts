/** Converts ripgrep's byte offsets to document positions. Also used by the editor extension. */

export interface LocatedMatch {
  readonly range: { readonly start: MatchPosition; readonly end: MatchPosition };
  readonly preview: string;
}

interface MatchPosition {
  readonly line: number;
  readonly character: number;
}

export interface FoundLines {
  /** Line number of the first line. */
  readonly line: number;
  readonly text: string;
  /** Byte offsets, sorted. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}

const previewLength = 400;
/** Characters of a long line shown before the match. */
const previewBefore = 80;

/**
 * Returns at most `max`: one line may have a million matches. `first` is the position of the text's
 * start.
 */
export function positionsIn(
  { line, text, spans }: FoundLines,
  max: number,
  first = 0,
): readonly LocatedMatch[] {
  const bytes = Buffer.from(text);
  let offset = 0;
  let position: MatchPosition = { line, character: first };
  const positionOf = (next: number): MatchPosition => {
    position = after(position, bytes.subarray(offset, next).toString('utf8'));
    offset = next;
    return position;
  };
  const lines = text.replace(/\r?\n$/, '').split('\n');
  return spans.slice(0, max).map((span) => {
    const [start, end] = [positionOf(span.start), positionOf(span.end)];
    const preview = previewOf(lines[start.line - line] ?? '', start.character);
    return { range: { start, end }, preview };
  });
}

function after({ line, character }: MatchPosition, passed: string): MatchPosition {
  const lastBreak = passed.lastIndexOf('\n');
  if (lastBreak === -1) return { line, character: character + passed.length };
  const breaks = passed.split('\n').length - 1;
  return { line: line + breaks, character: passed.length - lastBreak - 1 };
}

/** The line from its start, or from shortly before the match if it is far right. */
function previewOf(line: string, character: number): string {
  const begin = character < previewLength - previewBefore ? 0 : character - previewBefore;
  return line
    .slice(begin, begin + previewLength)
    .toWellFormed()
    .replace(/\r$/, '');
}

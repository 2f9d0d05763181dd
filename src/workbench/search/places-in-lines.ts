/** Where in a file ripgrep's matches stand, as documents count. Pure; the editor extension uses it, too. */

export interface FoundPlace {
  readonly range: { readonly start: Place; readonly end: Place };
  readonly preview: string;
}

interface Place {
  readonly line: number;
  readonly character: number;
}

export interface FoundLines {
  /** Of the first of them. */
  readonly line: number;
  readonly text: string;
  /** In bytes, in order. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}

const previewLength = 400;
/** So much of a long line is shown before what was found. */
const previewBefore = 80;

/** At most so many: one line may hold a million. `first` is the place where the lines begin. */
export function placesIn(
  { line, text, spans }: FoundLines,
  most: number,
  first = 0,
): readonly FoundPlace[] {
  const bytes = Buffer.from(text);
  let offset = 0;
  let place: Place = { line, character: first };
  const placeAt = (next: number): Place => {
    place = after(place, bytes.subarray(offset, next).toString('utf8'));
    offset = next;
    return place;
  };
  const lines = text.replace(/\r?\n$/, '').split('\n');
  return spans.slice(0, most).map((span) => {
    const [start, end] = [placeAt(span.start), placeAt(span.end)];
    const preview = previewOf(lines[start.line - line] ?? '', start.character);
    return { range: { start, end }, preview };
  });
}

function after({ line, character }: Place, passed: string): Place {
  const lastBreak = passed.lastIndexOf('\n');
  if (lastBreak === -1) return { line, character: character + passed.length };
  const breaks = passed.split('\n').length - 1;
  return { line: line + breaks, character: passed.length - lastBreak - 1 };
}

/** The line from its beginning, or from shortly before the place where that would not show it. */
function previewOf(line: string, character: number): string {
  const begin = character < previewLength - previewBefore ? 0 : character - previewBefore;
  return line
    .slice(begin, begin + previewLength)
    .toWellFormed()
    .replace(/\r$/, '');
}

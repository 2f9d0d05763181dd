/** What ripgrep found, read from its form for programs. Pure. */
import { placesIn, type FoundPlace } from '../../../../src/workbench/search/places-in-lines.ts';

export interface Match extends FoundPlace {
  /** As ripgrep names it. */
  readonly path: string;
}

interface MatchLine {
  readonly type: 'match';
  readonly data: {
    readonly path: { readonly text?: string };
    readonly lines: { readonly text?: string };
    readonly line_number: number;
    readonly submatches: readonly { readonly start: number; readonly end: number }[];
  };
}

interface SummaryLine {
  readonly type: 'summary';
  readonly data: { readonly stats: { readonly searches: number } };
}

/** Lines that are no text, and names that are none, cannot be told. */
export function readMatches(
  output: string,
  mostInLine: number,
): {
  readonly matches: readonly Match[];
  readonly filesSearched: number;
} {
  const matches: Match[] = [];
  let filesSearched = 0;
  for (const line of output.split('\n')) {
    const said = asJson(line);
    if (said?.type === 'summary') filesSearched = said.data.stats.searches;
    if (said?.type === 'match') matches.push(...matchesOf(said, mostInLine));
  }
  return { matches, filesSearched };
}

function matchesOf({ data }: MatchLine, most: number): readonly Match[] {
  const { path, lines, line_number: line, submatches: spans } = data;
  const { text: name } = path;
  const { text } = lines;
  if (name === undefined || text === undefined) return [];
  return placesIn({ line, text, spans }, most).map((place) => ({ path: name, ...place }));
}

/** The last line may be cut off. */
function asJson(line: string): MatchLine | SummaryLine | null {
  try {
    return JSON.parse(line) as MatchLine | SummaryLine;
  } catch {
    return null;
  }
}

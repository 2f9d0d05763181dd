/** Parses ripgrep's JSON output. */
import {
  positionsIn,
  type LocatedMatch,
} from '../../../../src/workbench/search/match-positions.ts';

export interface EditorMatch extends LocatedMatch {
  /** As ripgrep prints it. */
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

/** Skips lines and names that are not UTF-8. */
export function readMatches(
  output: string,
  maxPerLine: number,
): {
  readonly matches: readonly EditorMatch[];
  readonly filesSearched: number;
} {
  const matches: EditorMatch[] = [];
  let filesSearched = 0;
  for (const line of output.split('\n')) {
    const parsed = asJson(line);
    if (parsed?.type === 'summary') filesSearched = parsed.data.stats.searches;
    if (parsed?.type === 'match') matches.push(...matchesOf(parsed, maxPerLine));
  }
  return { matches, filesSearched };
}

function matchesOf({ data }: MatchLine, max: number): readonly EditorMatch[] {
  const { path, lines, line_number: line, submatches: spans } = data;
  const { text: name } = path;
  const { text } = lines;
  if (name === undefined || text === undefined) return [];
  return positionsIn({ line, text, spans }, max).map((position) => ({ path: name, ...position }));
}

/** The last line may be truncated. */
function asJson(line: string): MatchLine | SummaryLine | null {
  try {
    return JSON.parse(line) as MatchLine | SummaryLine;
  } catch {
    return null;
  }
}

/** What ripgrep found, read from its form for programs. Pure. */
import type { WirePosition, WireRange } from '../basics/positions.ts';

export interface Match {
  /** As ripgrep names it. */
  readonly path: string;
  readonly range: WireRange;
  readonly preview: string;
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

const previewLength = 400;

/** Lines that are no text, and names that are none, cannot be told. */
export function readMatches(output: string): {
  readonly matches: readonly Match[];
  readonly filesSearched: number;
} {
  const matches: Match[] = [];
  let filesSearched = 0;
  for (const line of output.split('\n')) {
    const said = asJson(line);
    if (said?.type === 'summary') filesSearched = said.data.stats.searches;
    if (said?.type === 'match') matches.push(...matchesOf(said));
  }
  return { matches, filesSearched };
}

function matchesOf({ data }: MatchLine): readonly Match[] {
  const {
    path: { text: path },
    lines: { text },
    line_number: line,
    submatches,
  } = data;
  if (path === undefined || text === undefined) return [];
  const bytes = Buffer.from(text);
  const at = (offset: number): WirePosition => {
    const before = bytes.subarray(0, offset).toString('utf8').split('\n');
    return { line: line + before.length - 1, character: before.at(-1)?.length ?? 0 };
  };
  const preview = text.replace(/\r?\n$/, '').slice(0, previewLength);
  return submatches.map(({ start, end }) => ({
    path,
    range: { start: at(start), end: at(end) },
    preview,
  }));
}

/** The last line may be cut off. */
function asJson(line: string): MatchLine | SummaryLine | null {
  try {
    return JSON.parse(line) as MatchLine | SummaryLine;
  } catch {
    return null;
  }
}

/**
 * What ripgrep found, read again by us: a line is only told if it stands in the file that a walk
 * from the granted folder leads to.
 */
import path from 'node:path';
import { z } from 'zod';
import { asText } from '../basics/text-file.ts';
import type { Bench } from '../bench.ts';
import { isTrouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';

const textOrBytes = z.union([
  z.object({ text: z.string() }).transform(({ text }) => text),
  z.object({ bytes: z.string() }).transform(() => null),
]);

const MatchLine = z.object({
  type: z.literal('match'),
  data: z.object({
    path: textOrBytes,
    lines: textOrBytes,
    line_number: z.int(),
    submatches: z.array(z.object({ start: z.int(), end: z.int() })),
  }),
});

const EndLine = z.object({
  type: z.literal('summary'),
  data: z.object({ stats: z.object({ searches: z.int() }) }),
});

export interface RawMatch {
  /** Below the folder that was searched. */
  readonly name: string;
  readonly line: number;
  readonly text: string;
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}

/** Lines that are no text, and names that are none, cannot be told. */
export function readMatches(output: string): {
  readonly matches: readonly RawMatch[];
  /** Only those with matches, when the search was ended early. */
  readonly filesSearched: number;
} {
  const matches: RawMatch[] = [];
  let searched: number | null = null;
  for (const line of output.split('\n')) {
    const found = asJson(line);
    const match = MatchLine.safeParse(found);
    if (!match.success) {
      const end = EndLine.safeParse(found);
      if (end.success) searched = end.data.data.stats.searches;
      continue;
    }
    const { path: name, lines: text, line_number, submatches } = match.data.data;
    if (name !== null && text !== null)
      matches.push({ name, line: line_number, text, spans: submatches });
  }
  return { matches, filesSearched: searched ?? new Set(matches.map(({ name }) => name)).size };
}

/** By path; the lines of one file are in order already. */
export const inOrder = (matches: readonly RawMatch[]): readonly RawMatch[] =>
  matches.toSorted((one, other) => {
    if (one.name === other.name) return one.line - other.line;
    return one.name < other.name ? -1 : 1;
  });

/** The last line may be cut off. */
function asJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

export interface FoundMatch {
  readonly path: string;
  readonly range: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
  readonly preview: string;
}

const previewLength = 400;

export function placedMatches(
  file: string,
  { line, text, spans }: RawMatch,
): readonly FoundMatch[] {
  const bytes = Buffer.from(text);
  const characterAt = (offset: number): number => bytes.subarray(0, offset).toString('utf8').length;
  return spans.map(({ start, end }) => ({
    path: file,
    range: {
      start: { line, character: characterAt(start) },
      end: { line, character: characterAt(end) },
    },
    preview: text.replace(/\r?\n$/, '').slice(0, previewLength),
  }));
}

/** Keeps the matches of files that really lie there and still say so. */
export async function confirmedMatches(
  bench: Bench,
  folder: string,
  raw: readonly RawMatch[],
  { roots }: Task,
): Promise<readonly FoundMatch[]> {
  const confirmed: FoundMatch[] = [];
  for (const [name, matches] of Map.groupBy(raw, (match) => match.name)) {
    const file = path.join(folder, name);
    const lines = await linesOf(bench, file, roots, matches.at(-1)?.line ?? 0);
    for (const match of matches) {
      if (lines?.[match.line - 1] === match.text.replace(/\n$/, ''))
        confirmed.push(...placedMatches(file, match));
    }
  }
  return confirmed;
}

const mostBytesToConfirm = 64 * 1024 * 1024;

async function linesOf(
  { files }: Bench,
  file: string,
  roots: Task['roots'],
  upTo: number,
): Promise<readonly string[] | null> {
  const handle = await files.open(file, roots);
  if (isTrouble(handle)) return null;
  try {
    const { size } = await handle.stat();
    if (size > mostBytesToConfirm) return null;
    return (
      asText(await handle.readFile())
        ?.replace(/^\uFEFF/, '')
        .split('\n', upTo) ?? null
    );
  } finally {
    await handle.close();
  }
}

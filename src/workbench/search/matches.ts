/**
 * Parses and confirms ripgrep's matches: a line is returned only if it is in the file that a
 * confined walk opens.
 */
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { readHandle } from '../../main/platform/files/bounded-read.ts';
import type { WorkbenchContext } from '../workbench-context.ts';
import { isError } from '../confined/errors.ts';
import type { Task } from '../action-handler.ts';
import { positionsIn, type FoundLines, type LocatedMatch } from './match-positions.ts';
import { maxSearchedFileBytes } from './search-pattern.ts';

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

export interface RawMatch extends FoundLines {
  /** Relative to the searched folder. */
  readonly name: string;
}

/** Skips lines and names that are not UTF-8. */
export function readMatches(output: string): {
  readonly matches: readonly RawMatch[];
  /** Counts only files with matches if the search was stopped early. */
  readonly filesSearched: number;
} {
  const matches: RawMatch[] = [];
  let searched: number | null = null;
  for (const line of output.split('\n')) {
    const parsed = asJson(line);
    const match = MatchLine.safeParse(parsed);
    if (!match.success) {
      const end = EndLine.safeParse(parsed);
      if (end.success) searched = end.data.data.stats.searches;
      continue;
    }
    const { path: name, lines: text, line_number, submatches } = match.data.data;
    if (name !== null && text !== null)
      matches.push({ name, line: line_number, text, spans: submatches });
  }
  return { matches, filesSearched: searched ?? new Set(matches.map(({ name }) => name)).size };
}

/** Sorts by path; lines within a file are already sorted. */
export const inOrder = (matches: readonly RawMatch[]): readonly RawMatch[] =>
  matches.toSorted((a, b) => {
    if (a.name === b.name) return a.line - b.line;
    return a.name < b.name ? -1 : 1;
  });

/** The last line may be truncated. */
function asJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

export interface FoundMatch extends LocatedMatch {
  readonly path: string;
}

/**
 * Keeps matches that are still in the file opened by a confined walk, up to one more than the
 * limit.
 */
export async function confirmedMatches(
  context: WorkbenchContext,
  folder: string,
  raw: readonly RawMatch[],
  { roots, limit }: Pick<Task, 'roots'> & { readonly limit: number },
): Promise<readonly FoundMatch[]> {
  const confirmed: FoundMatch[] = [];
  for (const [name, matches] of Map.groupBy(raw, (match) => match.name)) {
    const file = path.join(folder, name);
    const there = await linesOf(context, file, roots);
    for (const match of matches) {
      const more = limit + 1 - confirmed.length;
      if (more <= 0) return confirmed;
      if (!there || !isUnchanged(match, there.lines)) continue;
      const positions = positionsIn(match, more, firstPosition(match, there.hasMark));
      confirmed.push(...positions.map((position) => ({ path: file, ...position })));
    }
  }
  return confirmed;
}

function isUnchanged({ line, text }: RawMatch, lines: readonly string[]): boolean {
  const expected = asBytes(text.replace(/\n$/, '')).split('\n');
  return expected.every((item, at) => lines[line - 1 + at] === item);
}

/** A byte order mark counts as a character in documents but not in ripgrep. */
export const firstPosition = ({ line }: RawMatch, hasMark: boolean): number =>
  hasMark && line === 1 ? 1 : 0;

/** One character per byte: other lines may not be UTF-8. */
const asBytes = (text: string): string => Buffer.from(text).toString('latin1');
const byteOrderMark = asBytes('\uFEFF');

async function linesOf(
  { files }: WorkbenchContext,
  file: string,
  roots: Task['roots'],
): Promise<{ readonly lines: readonly string[]; readonly hasMark: boolean } | null> {
  const handle = await files.open(file, roots);
  if (isError(handle)) return null;
  try {
    const { size } = await handle.stat();
    if (size > maxSearchedFileBytes) return null;
    const bytes = await readHandle(handle, maxSearchedFileBytes);
    if (!bytes || bytes.includes(0)) return null;
    const content = bytes.toString('latin1');
    const hasMark = content.startsWith(byteOrderMark);
    const text = hasMark ? content.slice(byteOrderMark.length) : content;
    return { lines: text.split('\n'), hasMark };
  } finally {
    await handle.close();
  }
}

export async function startsWithMark(handle: FileHandle): Promise<boolean> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(3), 0, 3, 0);
  return buffer.toString('latin1', 0, bytesRead) === byteOrderMark;
}

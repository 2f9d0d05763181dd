/**
 * What ripgrep found, read again by us: a line is only told if it stands in the file that a walk
 * from the granted folder leads to.
 */
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Bench } from '../bench.ts';
import { isTrouble } from '../confined-trouble.ts';
import type { Task } from '../hand.ts';
import { placesIn, type FoundLines, type FoundPlace } from './places-in-lines.ts';
import { mostFileBytesHeld } from './sought.ts';

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
  /** Below the folder that was searched. */
  readonly name: string;
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

export interface FoundMatch extends FoundPlace {
  readonly path: string;
}

/** Keeps the matches of files that really lie there and still say so; one more than wanted is enough. */
export async function confirmedMatches(
  bench: Bench,
  folder: string,
  raw: readonly RawMatch[],
  { roots, limit }: Pick<Task, 'roots'> & { readonly limit: number },
): Promise<readonly FoundMatch[]> {
  const confirmed: FoundMatch[] = [];
  for (const [name, matches] of Map.groupBy(raw, (match) => match.name)) {
    const file = path.join(folder, name);
    const there = await linesOf(bench, file, roots);
    for (const match of matches) {
      const more = limit + 1 - confirmed.length;
      if (more <= 0) return confirmed;
      if (!there || !isStill(match, there.lines)) continue;
      const places = placesIn(match, more, firstPlace(match, there.hasMark));
      confirmed.push(...places.map((place) => ({ path: file, ...place })));
    }
  }
  return confirmed;
}

function isStill({ line, text }: RawMatch, lines: readonly string[]): boolean {
  const told = asBytes(text.replace(/\n$/, '')).split('\n');
  return told.every((one, at) => lines[line - 1 + at] === one);
}

/** A document counts a byte order mark as a character; ripgrep leaves it out. */
export const firstPlace = ({ line }: RawMatch, hasMark: boolean): number =>
  hasMark && line === 1 ? 1 : 0;

/** One character for each byte: a file need not be UTF-8 in all its lines. */
const asBytes = (text: string): string => Buffer.from(text).toString('latin1');
const byteOrderMark = asBytes('\uFEFF');

async function linesOf(
  { files }: Bench,
  file: string,
  roots: Task['roots'],
): Promise<{ readonly lines: readonly string[]; readonly hasMark: boolean } | null> {
  const handle = await files.open(file, roots);
  if (isTrouble(handle)) return null;
  try {
    const { size } = await handle.stat();
    if (size > mostFileBytesHeld) return null;
    const bytes = await handle.readFile();
    if (bytes.includes(0)) return null;
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

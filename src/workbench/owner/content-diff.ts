/** Two contents side by side, as far as a person can read them. */
import { structuredPatch } from 'diff';
import type { ContentDiff, DiffHunk, DiffLine, FileContent } from '../../shared/file-history.ts';
import { asText, mostTextBytes } from '../basics/text-file.ts';

const linesAround = 3;
/** Agents wait for the same process. */
const mostMsForADiff = 400;
const mostLines = 2_000;
const longestLine = 2_000;
const longestText = 200_000;

/** Null where there is no file. */
export function contentDiff(before: Buffer | null, after: Buffer | null): ContentDiff {
  if (before && after && before.equals(after)) return { kind: 'same' };
  const sizes = { bytesBefore: before?.length ?? null, bytesAfter: after?.length ?? null };
  const biggest = Math.max(before?.length ?? 0, after?.length ?? 0);
  if (biggest > mostTextBytes) return { kind: 'large', ...sizes };
  const old = before ? asText(before) : '';
  const now = after ? asText(after) : '';
  if (old === null || now === null) return { kind: 'binary', ...sizes };
  const options = { context: linesAround, timeout: mostMsForADiff };
  const patch = structuredPatch('', '', old, now, '', '', options);
  // Two big texts that have little in common.
  if (!patch) return { kind: 'large', ...sizes };
  // Where every line ends the same way, the end is no news.
  const lineEnd = /(?<!\r)\n/.test(old) || /(?<!\r)\n/.test(now) ? '' : '\r';
  return shown(patch.hunks.map((hunk) => hunkOf(hunk, lineEnd)));
}

export function fileContent(bytes: Buffer | null): FileContent {
  if (bytes === null) return { kind: 'lost' };
  const text = bytes.length > mostTextBytes ? null : asText(bytes);
  if (text === null) return { kind: 'binary', bytes: bytes.length };
  return {
    kind: 'text',
    text: text.slice(0, longestText),
    cut: Math.max(0, text.length - longestText),
  };
}

interface PatchHunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly string[];
}

const kinds: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed' };

const hunkOf = ({ oldStart, newStart, lines }: PatchHunk, lineEnd: string): DiffHunk => ({
  before: oldStart,
  after: newStart,
  lines: lines.map((line) => ({
    // "\ No newline at end of file" is said in the patch's own words.
    kind: kinds[line.slice(0, 1)] ?? 'same',
    text: line.startsWith('\\') ? line : withoutEnd(line, lineEnd).slice(1, longestLine),
  })),
});

const withoutEnd = (line: string, end: string): string =>
  end !== '' && line.endsWith(end) ? line.slice(0, -end.length) : line;

function shown(hunks: readonly DiffHunk[]): ContentDiff {
  const all = hunks.flatMap(({ lines }) => lines);
  const count = (kind: DiffLine['kind']): number => all.filter((line) => line.kind === kind).length;
  let left = mostLines;
  const fitting = hunks.flatMap((hunk) => {
    const lines = hunk.lines.slice(0, left);
    left -= lines.length;
    return lines.length > 0 ? [{ ...hunk, lines }] : [];
  });
  const cut = Math.max(0, all.length - mostLines);
  return { kind: 'text', hunks: fitting, added: count('added'), removed: count('removed'), cut };
}

/** Compares two contents for display to the user. */
import { structuredPatch } from 'diff';
import type {
  ContentDiff,
  DiffHunk,
  DiffLine,
  FileContent,
} from '../../shared/files/file-history.ts';
import { asText, maxTextBytes } from '../basics/text-file.ts';

const contextLines = 3;
/** Short, because agents' calls share this process. */
const maxDiffMs = 400;
const maxLines = 2_000;
const maxLineLength = 2_000;
const maxTextLength = 200_000;

/** Null means no file. */
export function contentDiff(before: Buffer | null, after: Buffer | null): ContentDiff {
  if (before && after && before.equals(after)) return { kind: 'same' };
  const sizes = { bytesBefore: before?.length ?? null, bytesAfter: after?.length ?? null };
  const biggest = Math.max(before?.length ?? 0, after?.length ?? 0);
  if (biggest > maxTextBytes) return { kind: 'large', ...sizes };
  const old = before ? asText(before) : '';
  const now = after ? asText(after) : '';
  if (old === null || now === null) return { kind: 'binary', ...sizes };
  const options = { context: contextLines, timeout: maxDiffMs };
  const patch = structuredPatch('', '', old, now, '', '', options);
  // The diff library gave up.
  if (!patch) return { kind: 'large', ...sizes };
  // Show line endings only if they differ.
  const lineEnd = /(?<!\r)\n/.test(old) || /(?<!\r)\n/.test(now) ? '' : '\r';
  return shown(patch.hunks.map((hunk) => hunkOf(hunk, lineEnd)));
}

export function fileContent(bytes: Buffer | null): FileContent {
  if (bytes === null) return { kind: 'lost' };
  const text = bytes.length > maxTextBytes ? null : asText(bytes);
  if (text === null) return { kind: 'binary', bytes: bytes.length };
  return {
    kind: 'text',
    text: text.slice(0, maxTextLength),
    cut: Math.max(0, text.length - maxTextLength),
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
    // Includes "\ No newline at end of file".
    kind: kinds[line.slice(0, 1)] ?? 'same',
    text: line.startsWith('\\') ? line : withoutEnd(line, lineEnd).slice(1, maxLineLength),
  })),
});

const withoutEnd = (line: string, end: string): string =>
  end !== '' && line.endsWith(end) ? line.slice(0, -end.length) : line;

function shown(hunks: readonly DiffHunk[]): ContentDiff {
  const all = hunks.flatMap(({ lines }) => lines);
  const count = (kind: DiffLine['kind']): number => all.filter((line) => line.kind === kind).length;
  let left = maxLines;
  const fitting = hunks.flatMap((hunk) => {
    const lines = hunk.lines.slice(0, left);
    left -= lines.length;
    return lines.length > 0 ? [{ ...hunk, lines }] : [];
  });
  const cut = Math.max(0, all.length - maxLines);
  return { kind: 'text', hunks: fitting, added: count('added'), removed: count('removed'), cut };
}

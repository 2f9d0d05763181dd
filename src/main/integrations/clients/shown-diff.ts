/** The diff of a config file for the window. */
import { structuredPatch, type StructuredPatch } from 'diff';
import type { ContentDiff, DiffLine } from '../../../shared/files/file-history.ts';
import { textOf } from './files/config-text.ts';

const maxLines = 400;
const maxLineLength = 2_000;
const kinds: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed' };

export function shownDiff(before: Buffer | null, after: Buffer | null): ContentDiff {
  const [old, now] = [textOf(before), textOf(after)];
  if (!old || !now)
    return {
      kind: 'binary',
      bytesBefore: before?.length ?? null,
      bytesAfter: after?.length ?? null,
    };
  return diffOfPatch(structuredPatch('', '', old.text, now.text, '', '', { context: 3 }));
}

export function diffOfPatch(patch: StructuredPatch): ContentDiff {
  const hunks = patch.hunks.map(({ oldStart, newStart, lines }) => ({
    before: oldStart,
    after: newStart,
    lines: lines.map((line) => ({
      kind: kinds[line.slice(0, 1)] ?? 'same',
      text: line.startsWith('\\') ? line : line.slice(1, maxLineLength).replace(/\r$/, ''),
    })),
  }));
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

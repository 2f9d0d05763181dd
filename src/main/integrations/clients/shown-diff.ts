/** The diff of a config file for the window. */
import { structuredPatch, type StructuredPatch } from 'diff';
import { applyEdits, format as formatEdits } from 'jsonc-parser';
import type { ContentDiff, DiffLine } from '../../../shared/files/file-history.ts';
import type { ConfigFormat } from './edit/format.ts';
import { textOf } from './files/config-text.ts';

const maxLines = 400;
const maxLineLength = 2_000;
const kinds: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed' };

/** A changed line longer than this cannot be read as a diff. */
const readableLength = 120;
/** A file that is one line, unless it is this short. */
const shortFile = 40;
/** Formatting a longer text would take seconds. */
const maxFormattedLength = 1_000_000;

export interface ShownDiff {
  readonly diff: ContentDiff;
  /** Both sides were formatted for reading; the file itself keeps its format. */
  readonly isFormatted: boolean;
}

export function shownDiff(
  format: Pick<ConfigFormat, 'name'>,
  before: Buffer | null,
  after: Buffer | null,
): ShownDiff {
  const [old, now] = [textOf(before), textOf(after)];
  if (!old || !now) {
    const [bytesBefore, bytesAfter] = [before?.length ?? null, after?.length ?? null];
    return { diff: { kind: 'binary', bytesBefore, bytesAfter }, isFormatted: false };
  }
  const patch = patchOf(old.text, now.text);
  const isLong = patch.hunks.some(({ lines }) =>
    lines.some((line) => !line.startsWith(' ') && line.length > readableLength),
  );
  const isOneLine = [old.text, now.text].some(
    (text) => text.length > shortFile && !text.trim().includes('\n'),
  );
  const isShort = old.text.length + now.text.length < maxFormattedLength;
  if ((!isLong && !isOneLine) || !isShort || format.name !== 'jsonc')
    return { diff: diffOfPatch(patch), isFormatted: false };
  const [oldFormatted, nowFormatted] = [formatted(old.text), formatted(now.text)];
  const isFormatted = oldFormatted !== old.text || nowFormatted !== now.text;
  return { diff: diffOfPatch(patchOf(oldFormatted, nowFormatted)), isFormatted };
}

const patchOf = (before: string, after: string): StructuredPatch =>
  structuredPatch('', '', before, after, '', '', { context: 3 });

function formatted(text: string): string {
  const style = { tabSize: 2, insertSpaces: true, eol: '\n' };
  return applyEdits(text, formatEdits(text, undefined, style));
}

export function diffOfPatch(patch: StructuredPatch): ContentDiff {
  const hunks = patch.hunks.map(({ oldStart, newStart, lines }) => ({
    before: oldStart,
    after: newStart,
    // "\ No newline at end of file" is no line of the file.
    lines: lines
      .filter((line) => !line.startsWith('\\'))
      .map((line) => ({
        kind: kinds[line.slice(0, 1)] ?? 'same',
        text: line.slice(1, maxLineLength).replace(/\r$/, ''),
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

/** Computes a file's content with our edits, or after undoing them. Nothing is written here. */
import { isDeepStrictEqual } from 'node:util';
import { applyPatch, reversePatch, structuredPatch } from 'diff';
import type { ConfigFormat, EditProblem } from '../edit/format.ts';
import {
  applyEdits,
  asStanding,
  undoEdits,
  valueWithout,
  type CompletedEdit,
  type ConfigEdit,
} from '../edit/config-edits.ts';
import { bytesOf, textOf } from './config-text.ts';
import { digestOf, type ConfigFileState, type NotTouched } from './config-snapshot.ts';

export interface Planned {
  readonly after: Buffer;
  readonly fulfilled: readonly CompletedEdit[];
}

const notUtf8: NotTouched = {
  why: 'The file is not UTF-8.',
  hint: 'Save it as UTF-8, or change it by hand.',
};

export function planEdits(
  format: ConfigFormat,
  file: string,
  before: Buffer | null,
  configEdits: readonly ConfigEdit[],
): Planned | NotTouched {
  const read = textOf(before);
  if (!read) return notUtf8;
  const applied = applyEdits(format, read.text, configEdits);
  if ('error' in applied) return untouched(file, applied.error);
  return { after: bytesOf({ ...read, text: applied.text }), fulfilled: applied.fulfilled };
}

export interface PlannedBytes {
  readonly before: Buffer | null;
  readonly after: Buffer | null;
  readonly fulfilled: readonly CompletedEdit[];
}

/** Null: the file was created for this and will be deleted. */
export function planUndo(
  format: ConfigFormat,
  current: ConfigFileState,
  written: PlannedBytes,
): { readonly after: Buffer | null } | NotTouched {
  const { bytes } = current;
  if (!bytes) return { after: null };
  if (written.after && digestOf(bytes) === digestOf(written.after))
    return { after: written.before };
  const now = textOf(bytes);
  if (!now) return notUtf8;
  const text =
    unpatched(format, now.text, written) ?? undoEdits(format, now.text, written.fulfilled);
  if (typeof text === 'string') return { after: bytesOf({ ...now, text }) };
  if ('error' in text) return untouched(current.file, text.error);
  return { after: bytesOf({ ...now, text: text.text }) };
}

/**
 * The same, whatever another program did to our entry meanwhile, because it is about to be written
 * again.
 */
export function planRemoval(
  format: ConfigFormat,
  current: ConfigFileState,
  written: PlannedBytes,
): { readonly after: Buffer | null } | NotTouched {
  const undone = planUndo(format, current, written);
  const now = textOf(current.bytes);
  const read = now && format.parse(now.text);
  if (!('why' in undone) || !read || 'error' in read) return undone;
  return planUndo(format, current, {
    ...written,
    fulfilled: asStanding(read.value, written.fulfilled),
  });
}

/**
 * The lines added with it are removed, wherever they are now; the result is parsed to verify this.
 */
function unpatched(format: ConfigFormat, now: string, written: PlannedBytes): string | null {
  const [before, after] = [textOf(written.before), textOf(written.after)];
  const read = format.parse(now);
  if (!before || !after || 'error' in read) return null;
  const expected = valueWithout(read.value, written.fulfilled);
  for (const context of [2, 0]) {
    const patch = structuredPatch('', '', before.text, after.text, '', '', { context });
    const text = applyPatch(now, reversePatch(patch), { autoConvertLineEndings: false });
    const result = text === false ? null : format.parse(text);
    if (text !== false && result && 'value' in result && isDeepStrictEqual(result.value, expected))
      return text;
  }
  return null;
}

export const untouched = (file: string, { why, at }: EditProblem): NotTouched => ({
  why: at ? `${file}, line ${at.line}, column ${at.column}: ${why}` : why,
  hint: at
    ? 'Repair it there, then try again. Nothing was changed.'
    : 'Change it by hand. Nothing was changed.',
});

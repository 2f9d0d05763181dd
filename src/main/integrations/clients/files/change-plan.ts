/** What a file would become: with our wishes, or without them again. Nothing is written here. */
import { isDeepStrictEqual } from 'node:util';
import { applyPatch, reversePatch, structuredPatch } from 'diff';
import type { ConfigFormat, Trouble } from '../edit/format.ts';
import {
  applyWishes,
  undoWishes,
  valueWithout,
  type Fulfilled,
  type Wish,
} from '../edit/wishes.ts';
import { bytesOf, textOf } from './config-text.ts';
import { digestOf, type Look, type NotTouched } from './config-look.ts';

export interface Planned {
  readonly after: Buffer;
  readonly fulfilled: readonly Fulfilled[];
}

const notUtf8: NotTouched = {
  why: 'The file is not written in UTF-8.',
  hint: 'Save it as UTF-8, or change it by hand.',
};

export function planWishes(
  format: ConfigFormat,
  file: string,
  before: Buffer | null,
  wishes: readonly Wish[],
): Planned | NotTouched {
  const read = textOf(before);
  if (!read) return notUtf8;
  const applied = applyWishes(format, read.text, wishes);
  if ('trouble' in applied) return untouched(file, applied.trouble);
  return { after: bytesOf({ ...read, text: applied.text }), fulfilled: applied.fulfilled };
}

export interface Written {
  readonly before: Buffer | null;
  readonly after: Buffer | null;
  readonly fulfilled: readonly Fulfilled[];
}

/** Null: the file was made for it and goes again. */
export function planUndo(
  format: ConfigFormat,
  look: Look,
  written: Written,
): { readonly after: Buffer | null } | NotTouched {
  const { bytes } = look;
  if (!bytes) return { after: null };
  if (written.after && digestOf(bytes) === digestOf(written.after))
    return { after: written.before };
  const now = textOf(bytes);
  if (!now) return notUtf8;
  const text =
    unpatched(format, now.text, written) ?? undoWishes(format, now.text, written.fulfilled);
  if (typeof text === 'string') return { after: bytesOf({ ...now, text }) };
  if ('trouble' in text) return untouched(look.file, text.trouble);
  return { after: bytesOf({ ...now, text: text.text }) };
}

/** The lines that came with it go, wherever they stand by now; proven by reading the result. */
function unpatched(format: ConfigFormat, now: string, written: Written): string | null {
  const [before, after] = [textOf(written.before), textOf(written.after)];
  const read = format.parse(now);
  if (!before || !after || 'trouble' in read) return null;
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

export const untouched = (file: string, { why, at }: Trouble): NotTouched => ({
  why: at ? `${file}, line ${at.line}, column ${at.column}: ${why}` : why,
  hint: at
    ? 'Repair it there, then try again. Nothing was changed.'
    : 'Change it by hand. Nothing was changed.',
});

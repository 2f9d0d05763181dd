/** Finds characters that are invisible, or that reorder or overprint the text around them. */

/** The start of a marked range, and its length (in UTF-16 units). */
export interface CharacterSpan {
  readonly at: number;
  readonly length: number;
}

// Controls, format characters (bidi, zero width, tags), every space but U+0020, separators, private
// use, unassigned, lone surrogates, default ignorables (fillers, variation selectors), and what has a
// glyph without ink: blank Braille, an empty note head, the object replacement character.
const hiddenCharacter =
  /[[\p{Cc}\p{Cf}\p{Zs}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\u{1D159}]--[ ]]/gv;

const tags = (letters: string): string =>
  Array.from(letters, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');

/** The only flags encoded with tag characters. */
const spelledFlags = ['gbeng', 'gbsct', 'gbwls'].map(
  (region) => `\u{1F3F4}${tags(region)}\u{E007F}`,
);

const cjk =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u3001\\u3002\\uFF00-\\uFF60';
const endsInCjk = new RegExp(`[${cjk}]$`, 'u');
const beginsWithCjk = new RegExp(`^[${cjk}]`, 'u');

/** The character before or after `at`, as a whole code point. */
const before = (text: string, at: number): string =>
  /(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|[^])$/.exec(text.slice(Math.max(0, at - 2), at))?.[0] ?? '';
const behind = (text: string, at: number): string => {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
};

interface Neighbours {
  readonly previous: string;
  readonly next: string;
  readonly prose: boolean;
}

const spelling = new Set('\uFE0E\uFE0F\u200D\u200C\u3000');

/** Invisible by itself, but part of how an emoji or a word of some scripts is spelled. */
function isSpelling(character: string, { previous, next, prose }: Neighbours): boolean {
  switch (character) {
    case '\uFE0E':
    case '\uFE0F':
      return /^\p{Emoji}$/u.test(previous) && (previous > '\u007F' || next === '\u20E3');
    case '\u200D':
      return (
        /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]$/u.test(previous) &&
        /^\p{Extended_Pictographic}$/u.test(next)
      );
    case '\u200C':
      return prose && [previous, next].every((item) => /^\p{Script=Arabic}$/u.test(item));
    case '\u3000':
      return prose && (endsInCjk.test(previous) || beginsWithCjk.test(next));
    default:
      return false;
  }
}

/** `keepLines`: line breaks and tabs are allowed. `prose`: sentences, not names or commands. */
export function hiddenIn(
  text: string,
  { keepLines, prose }: { readonly keepLines: boolean; readonly prose: boolean },
): readonly CharacterSpan[] {
  const flags = flagsIn(text);
  const found: CharacterSpan[] = [];
  for (const { 0: character, index: at } of text.matchAll(hiddenCharacter)) {
    if (keepLines && (character === '\n' || character === '\t')) continue;
    if (flags.has(at)) continue;
    if (spelling.has(character)) {
      const next = behind(text, at + character.length);
      if (isSpelling(character, { previous: before(text, at), next, prose })) continue;
    }
    found.push({ at, length: character.length });
  }
  return [...found, ...(keepLines ? emptyLinesIn(text) : [])];
}

/** All offsets inside such a flag. */
function flagsIn(text: string): ReadonlySet<number> {
  if (!text.includes('\u{E007F}')) return new Set();
  const offsets = spelledFlags.flatMap((flag) =>
    Array.from(text.matchAll(new RegExp(flag, 'gu'))).flatMap(({ index }) =>
      Array.from({ length: flag.length }, (_, nth) => index + nth),
    ),
  );
  return new Set(offsets);
}

/** This many consecutive empty lines are allowed; more push the following text out of sight. */
const mostEmptyLines = 4;

const emptyLinesIn = (text: string): readonly CharacterSpan[] =>
  Array.from(text.matchAll(/\n+/g)).flatMap(({ 0: breaks, index }) =>
    Array.from({ length: Math.max(0, breaks.length - mostEmptyLines) }, (_, nth) => ({
      at: index + mostEmptyLines + nth,
      length: 1,
    })),
  );

/** This many marks per letter are allowed; more overprint the lines around them. */
const mostPiled = 3;

const isStroke = (mark: string): boolean =>
  /^[\u0334-\u0338\u20D2-\u20D3\u20D8-\u20DA\u20E5-\u20EB]$/.test(mark);

/** Combining marks that overprint: too many, without a base, or across an ASCII character. */
export function overprintsIn(text: string): readonly CharacterSpan[] {
  const found: CharacterSpan[] = [];
  for (const { 0: pile, index } of text.matchAll(/\p{M}+/gu)) {
    const previous = before(text, index);
    const hasBase = previous !== '' && !/^[\s/\\]$/u.test(previous);
    let at = index;
    for (const [nth, mark] of Array.from(pile).entries()) {
      const isPiled = nth >= mostPiled || !hasBase || (previous <= '\u007F' && isStroke(mark));
      // Variation selectors count as hidden unless they are part of the spelling.
      if (isPiled && !/^[\uFE00-\uFE0F]$/.test(mark)) found.push({ at, length: mark.length });
      at += mark.length;
    }
  }
  return found;
}

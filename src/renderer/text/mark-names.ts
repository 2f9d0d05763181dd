/** Names of the most common hidden characters; others are shown by code point. */

const names: Readonly<Record<string, string>> = {
  'U+0000': 'null',
  'U+0009': 'tab',
  'U+000A': 'line break',
  'U+000D': 'carriage return',
  'U+001B': 'escape',
  'U+007F': 'delete',
  'U+00A0': 'no-break space',
  'U+00AD': 'soft hyphen',
  'U+034F': 'combining grapheme joiner',
  'U+061C': 'Arabic letter mark',
  'U+115F': 'Hangul filler',
  'U+1160': 'Hangul filler',
  'U+180E': 'Mongolian vowel separator',
  'U+200B': 'zero width space',
  'U+200C': 'zero width non-joiner',
  'U+200D': 'zero width joiner',
  'U+200E': 'left-to-right mark',
  'U+200F': 'right-to-left mark',
  'U+2028': 'line separator',
  'U+2029': 'paragraph separator',
  'U+202A': 'left-to-right embedding',
  'U+202B': 'right-to-left embedding',
  'U+202C': 'end of embedding',
  'U+202D': 'left-to-right override',
  'U+202E': 'right-to-left override',
  'U+202F': 'narrow no-break space',
  'U+2060': 'word joiner',
  'U+2066': 'left-to-right isolate',
  'U+2067': 'right-to-left isolate',
  'U+2068': 'first strong isolate',
  'U+2069': 'end of isolate',
  'U+2800': 'blank Braille pattern',
  'U+3000': 'ideographic space',
  'U+3164': 'Hangul filler',
  'U+FE0E': 'text variation selector',
  'U+FE0F': 'emoji variation selector',
  'U+FEFF': 'byte order mark',
  'U+FFA0': 'Hangul filler',
};

const ranges: readonly (readonly [first: number, last: number, name: string])[] = [
  [0x0000, 0x001f, 'control character'],
  [0x0080, 0x009f, 'control character'],
  [0x0300, 0x036f, 'combining mark'],
  [0x2000, 0x200a, 'space of unusual width'],
  [0xd800, 0xdfff, 'half of a character'],
  [0xe000, 0xf8ff, 'private use'],
  [0xfe00, 0xfe0f, 'variation selector'],
  [0xe0000, 0xe007f, 'tag character'],
  [0xe0100, 0xe01ef, 'variation selector'],
  [0xf0000, 0x10ffff, 'private use'],
];

export function markName(codePoint: string): string {
  const code = Number.parseInt(codePoint.slice(2), 16);
  const range = ranges.find(([first, last]) => code >= first && code <= last);
  return names[codePoint] ?? range?.[2] ?? 'character without a glyph';
}

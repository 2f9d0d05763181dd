import { describe, expect, test } from 'vitest';
import { hasHiddenText, textParts, visibleText } from '../../src/shared/base/visible-text.ts';

describe('text an agent wrote is shown as what it is', () => {
  test.each([
    ['right-to-left override', 'invoice\u202Efdp.exe', 'invoice⟨U+202E⟩fdp.exe'],
    ['left-to-right isolate', 'a\u2066b\u2069', 'a⟨U+2066⟩b⟨U+2069⟩'],
    ['zero width space', 'rea\u200Bd', 'rea⟨U+200B⟩d'],
    ['zero width joiner', 'a\u200Db', 'a⟨U+200D⟩b'],
    ['byte order mark', '\uFEFFa', '⟨U+FEFF⟩a'],
    ['soft hyphen', 'a\u00ADb', 'a⟨U+00AD⟩b'],
    ['tag characters', 'ok\u{E0068}\u{E0069}', 'ok⟨U+E0068⟩⟨U+E0069⟩'],
    ['variation selectors that carry bytes', 'ok\u{E0101}\uFE01', 'ok⟨U+E0101⟩⟨U+FE01⟩'],
    ['combining grapheme joiner', 'a\u034Fb', 'a⟨U+034F⟩b'],
    ['escape', '\u001B[2J', '⟨U+001B⟩[2J'],
    ['NUL', 'a\0b', 'a⟨U+0000⟩b'],
    ['C1 control', 'a\u009Bb', 'a⟨U+009B⟩b'],
    ['delete', 'a\u007Fb', 'a⟨U+007F⟩b'],
    ['lone surrogate', 'a\uD800b', 'a⟨U+D800⟩b'],
    ['private use', 'a\uE000b', 'a⟨U+E000⟩b'],
    ['line separator', 'a\u2028b', 'a⟨U+2028⟩b'],
    ['Hangul filler', 'a\u3164b', 'a⟨U+3164⟩b'],
    ['newline', 'one\ntwo', 'one⟨U+000A⟩two'],
  ])('%s', (_what, written, shown) => {
    expect(visibleText(written)).toBe(shown);
    expect(hasHiddenText(written)).toBe(true);
  });

  test.each([
    'Fix the build in src/app.ts',
    'Überprüfe die Änderungen',
    '日本語のテキスト',
    'مرحبا',
    '⚠️ careful 🚀',
    '',
  ])('"%s" is left as it is', (text) => {
    expect(visibleText(text)).toBe(text);
    expect(hasHiddenText(text)).toBe(false);
  });

  test('where lines are kept, newline and tab stay and nothing else', () => {
    const written = 'one\n\ttwo\r\u202E';
    expect(hasHiddenText('one\n\ttwo', { keepLines: true })).toBe(false);
    expect(textParts(written, { keepLines: true })).toEqual([
      { kind: 'plain', text: 'one\n\ttwo' },
      { kind: 'hidden', text: 'U+000D' },
      { kind: 'hidden', text: 'U+202E' },
    ]);
  });

  test('the plain parts hold all that was plain, in order', () => {
    const plain = textParts('a\u200Bb\u200B\u200Bc')
      .filter((part) => part.kind === 'plain')
      .map((part) => part.text);
    expect(plain).toEqual(['a', 'b', 'c']);
  });

  test('what it shows hides nothing any more', () => {
    const everyLowCharacter = String.fromCharCode(...Array.from({ length: 0x3000 }, (_, at) => at));
    expect(hasHiddenText(visibleText(everyLowCharacter))).toBe(false);
  });
});

import { describe, expect, test } from 'vitest';
import { hasMarkedText, textParts, visibleText } from '../../src/shared/base/visible-text.ts';

describe('G2 what passes for another character is marked', () => {
  test.each([
    ['Cyrillic in a Latin word', 'p\u0430ckage.json', 'p\u0430⟨U+0430⟩ckage.json'],
    ['Greek in a Latin word', 'c\u03BFnfig', 'c\u03BF⟨U+03BF⟩nfig'],
    ['Armenian in a Latin word', 'h\u0585me', 'h\u0585⟨U+0585⟩me'],
    ['Cherokee in a Latin word', '\u13A0ocs', '\u13A0⟨U+13A0⟩ocs'],
    ['a phonetic letter', '\u0261it', '\u0261⟨U+0261⟩it'],
    ['a dotless i', 'g\u0131t', 'g\u0131⟨U+0131⟩t'],
    ['full width', '\uFF47it', '\uFF47⟨U+FF47⟩it'],
    ['mathematical letters', '\u{1D42B}m', '\u{1D42B}⟨U+1D42B⟩m'],
    ['a Roman numeral', '\u217Cs', '\u217C⟨U+217C⟩s'],
    ['a fraction slash', 'etc\u2044passwd', 'etc\u2044⟨U+2044⟩passwd'],
    ['a division slash', 'etc\u2215passwd', 'etc\u2215⟨U+2215⟩passwd'],
    ['a big solidus', 'etc\u29F8passwd', 'etc\u29F8⟨U+29F8⟩passwd'],
    ['a full-width slash', 'etc\uFF0Fpasswd', 'etc\uFF0F⟨U+FF0F⟩passwd'],
    ['a katakana stroke', 'etc\u30CEpasswd', 'etc\u30CE⟨U+30CE⟩passwd'],
    ['a set minus', 'a\u2216b', 'a\u2216⟨U+2216⟩b'],
    ['a one dot leader', 'a\u2024sh', 'a\u2024⟨U+2024⟩sh'],
    ['a small full stop', 'a\uFE52sh', 'a\uFE52⟨U+FE52⟩sh'],
    ['a modifier colon', 'C\uA789x', 'C\uA789⟨U+A789⟩x'],
    ['a Greek question mark', 'ls\u037Eid', 'ls\u037E⟨U+037E⟩id'],
    ['a hyphen', 'git\u2010log', 'git\u2010⟨U+2010⟩log'],
    ['a no-break hyphen', 'git\u2011log', 'git\u2011⟨U+2011⟩log'],
    ['an en dash as an option', 'rm \u2013rf', 'rm \u2013⟨U+2013⟩rf'],
    ['an em dash as an option', '\u2014force', '\u2014⟨U+2014⟩force'],
    ['a minus', 'x\u2212y', 'x\u2212⟨U+2212⟩y'],
    ['a whole word', '\u0441\u043E\u0440\u0443', 'с⟨U+0441⟩о⟨U+043E⟩р⟨U+0440⟩у⟨U+0443⟩'],
    ['a whole part of a path', '/home/\u0430', '/home/\u0430⟨U+0430⟩'],
    ['an Arabic digit in a Latin word', 'a\u0661b', 'a\u0661⟨U+0661⟩b'],
    ['a stroke through a letter', 'a=\u0338b', 'a=⟨U+0338⟩b'],
    ['piled marks', `a${'\u0301'.repeat(5)}`, 'a\u0301\u0301\u0301⟨U+0301⟩⟨U+0301⟩'],
    ['a mark on nothing', '/\u0301a', '/⟨U+0301⟩a'],
    ['a no-break space', 'a\u00A0b', 'a⟨U+00A0⟩b'],
    ['a thin space', 'a\u2009b', 'a⟨U+2009⟩b'],
    ['an ideographic space', 'a\u3000b', 'a⟨U+3000⟩b'],
    ['blank Braille', 'a\u2800b', 'a⟨U+2800⟩b'],
    ['Khmer inherent vowels', 'a\u17B4\u17B5', 'a⟨U+17B4⟩⟨U+17B5⟩'],
    ['unassigned', 'a\u0378', 'a⟨U+0378⟩'],
    ['a noncharacter', 'a\uFFFF', 'a⟨U+FFFF⟩'],
    ['a variation selector on a letter', 'a\uFE0F', 'a⟨U+FE0F⟩'],
    ['a second variation selector', '\u2764\uFE0F\uFE0F', '\u2764\uFE0F⟨U+FE0F⟩'],
    ['a joiner beside one emoji', '\u{1F600}\u200Da', '\u{1F600}⟨U+200D⟩a'],
    ['tags that are no flag', '\u{1F3F4}\u{E0061}\u{E007F}', '\u{1F3F4}⟨U+E0061⟩⟨U+E007F⟩'],
    ['a space at the end', 'src ', 'src⟨U+0020⟩'],
    ['spaces at the beginning', '  src', '⟨U+0020×2⟩src'],
    ['several spaces', 'a   b', 'a⟨U+0020×3⟩b'],
    ['only spaces', '  ', '⟨U+0020×2⟩'],
  ])('%s', (_what, written, shown) => {
    expect(visibleText(written)).toBe(shown);
    expect(hasMarkedText(written)).toBe(true);
    // Shown once more, it is not marked twice.
    expect(visibleText(shown)).toBe(shown);
  });

  test.each([
    '/home/мира/Документы/роса и сор.txt',
    'Проверь сборку, а потом тесты',
    '/home/Έγγραφα/αρχεία',
    '日本語（全角）ＡＢＣ',
    '문서/보고서.txt',
    'שלום עולם',
    'مرحبا ١٢٣',
    'café naïve Ångström Łódź ñandú',
    'cafe\u0301 nai\u0308ve',
    '👩‍👩‍👧‍👦 👍🏽 ❤️ 1️⃣ 🏳️‍🌈 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 🇩🇪',
    'don’t stop – 2010–2020 — really…',
    'x² + y³ ≈ 1½ ™ © 20 °C',
    'Δt and λx',
    'ภาษาไทยที่นี่',
    'हिन्दी',
    'tiếng Việt',
  ])('%s is left as it is', (text) => {
    expect(visibleText(text)).toBe(text);
    expect(hasMarkedText(text)).toBe(false);
  });

  test('quotes are marked in a command, and nowhere else', () => {
    const command = { command: true };
    expect(visibleText('rm \u201Ca b\u201D', command)).toBe('rm \u201C⟨U+201C⟩a b\u201D⟨U+201D⟩');
    expect(hasMarkedText('don’t', command)).toBe(false);
    expect(hasMarkedText('rm \u201Ca b\u201D')).toBe(false);
  });

  test('sentences and file contents keep their quotes and their alignment, not their disguises', () => {
    const lines = { keepLines: true, prose: true };
    for (const text of [
      '“yes”, she said',
      '  a  b\n\tc',
      'a   = 1',
      'テスト／test',
      'می\u200Cخواهم',
      '├── a',
    ])
      expect(hasMarkedText(text, lines)).toBe(false);
    expect(hasMarkedText('import p\u0430th', lines)).toBe(true);
    expect(hasMarkedText('../\u2024\u2024', lines)).toBe(true);
    expect(hasMarkedText('run \u2013rf', lines)).toBe(true);
  });

  test('spaces at the end of a line are drawn, and need no tick', () => {
    const text = 'a  \n \nb ';
    expect(textParts(text, { keepLines: true })).toEqual([
      { kind: 'plain', text: 'a' },
      { kind: 'spaces', text: '  ' },
      { kind: 'plain', text: '\n \nb' },
      { kind: 'spaces', text: ' ' },
    ]);
    expect(hasMarkedText(text, { keepLines: true })).toBe(false);
  });

  test('empty lines that push the rest out of sight are counted instead of drawn', () => {
    const flood = `a${'\n'.repeat(1000)}b`;
    const drawn = textParts(flood, { keepLines: true })
      .filter(({ kind }) => kind === 'plain')
      .map(({ text }) => text)
      .join('');
    expect(drawn).toBe('a\n\n\n\nb');
    expect(hasMarkedText(flood, { keepLines: true })).toBe(true);
  });

  test.each([
    ['spaces', ' '.repeat(100_000)],
    ['line breaks', '\n'.repeat(100_000)],
    ['marks', 'a\u0301'.repeat(50_000)],
    ['one pile of marks', '\u0301'.repeat(100_000)],
    ['look-alikes', 'p\u0430'.repeat(50_000)],
    ['flags', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'.repeat(7_000)],
    ['Japanese', '日本語のテキスト'.repeat(12_000)],
    ['dashes', '\u2013 '.repeat(50_000)],
  ])('J7 a hundred thousand %s take no more than a moment', (_what, text) => {
    const began = performance.now();
    textParts(text, { keepLines: true });
    textParts(text);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

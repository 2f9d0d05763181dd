import { expect, test } from 'vitest';
import { noPaint, paintFor } from '../../src/cli/terminal/paint.ts';
import { table } from '../../src/cli/terminal/table.ts';
import { nowOf, span } from '../../src/cli/terminal/text.ts';

test('colours are used only on terminals, and not if the user disabled them', () => {
  expect(paintFor(true, {}).bad('x')).toBe('\u001B[31mx\u001B[39m');
  for (const [terminal, env] of [
    [false, {}],
    [true, { NO_COLOR: '1' }],
    [true, { TERM: 'dumb' }],
  ] as const)
    expect(paintFor(terminal, env)).toBe(noPaint);
});

test('columns are aligned by visible width, and the last is cut to the terminal', () => {
  const rows = [
    ['a', 'one'],
    ['\u001Bb', 'a long tale'],
  ];
  expect(table(['ID', 'WHAT'], rows)).toBe(
    ['ID         WHAT', 'a          one', '⟨U+001B⟩b  a long tale'].join('\n'),
  );
  expect(table(['ID', 'WHAT'], rows, { width: 16 }).split('\n')[2]).toBe('⟨U+001B⟩b  a lo…');
});

test('durations and times are readable', () => {
  const said = [12_000, 240_000, 7_200_000, 12_000_000, 200_000_000].map(span);
  expect(said).toEqual(['12 s', '4 min', '2 h', '3 h 20 min', '2 days']);
  const now = Date.UTC(2030, 0, 2);
  expect(nowOf('2h', now)).toBe('2030-01-01T22:00:00.000Z');
  expect(nowOf('2030-01-01T00:00:00Z', now)).toBe('2030-01-01T00:00:00.000Z');
  for (const text of ['soon', '2x', '', '2030']) expect(nowOf(text, now)).toBeNull();
});

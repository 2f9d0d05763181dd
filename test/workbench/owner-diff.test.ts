import { describe, expect, test } from 'vitest';
import { contentDiff, fileContent } from '../../src/workbench/user/content-diff.ts';
import { mergeLines } from '../../src/workbench/user/merge-lines.ts';
import { lines } from './owner-fixture.ts';

const diff = (before: string | null, after: string | null) =>
  contentDiff(
    before === null ? null : Buffer.from(before),
    after === null ? null : Buffer.from(after),
  );

describe('a diff', () => {
  test('shows what changed with the lines around', () => {
    const shown = diff(lines(20), lines(20, { 10: 'new' }));
    expect(shown).toMatchObject({ kind: 'text', added: 1, removed: 1, cut: 0 });
    if (shown.kind !== 'text') throw new Error(shown.kind);
    expect(shown.hunks).toHaveLength(1);
    expect(shown.hunks[0]).toMatchObject({ before: 7, after: 7 });
    expect(shown.hunks[0]?.lines.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      ...['same line 7', 'same line 8', 'same line 9', 'removed line 10', 'added new'],
      ...['same line 11', 'same line 12', 'same line 13'],
    ]);
  });

  test('is bounded, and says by how much', () => {
    const shown = diff(null, lines(5_000));
    expect(shown).toMatchObject({ kind: 'text', added: 5_000, cut: 3_000 });
    expect(diff(null, 'x'.repeat(5_000_000))).toMatchObject({ kind: 'large' });
    expect(fileContent(Buffer.from('x'.repeat(300_000)))).toMatchObject({ cut: 100_000 });
  });

  test('of two large texts without a line in common ends in time', () => {
    const text = (seed: number): string =>
      Array.from({ length: 120_000 }, (_, at) => `${(at * 7919 + seed) % 99_991}`).join('\n');
    const began = performance.now();
    expect(diff(text(1), text(50_000)).kind).toMatch(/^(large|text)$/);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe('a merge by lines', () => {
  test.each([
    ['far apart', 'a\nb\nc\nd\n', 'A\nb\nc\nd\n', 'a\nb\nc\nD\n', 'A\nb\nc\nD\n'],
    [
      'with lines added and removed',
      'a\nb\nc\nd\n',
      'x\na\nb\nc\nd\n',
      'a\nb\nd\n',
      'x\na\nb\nd\n',
    ],
    ['without a last line end', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
    ['what both did alike', 'a\nb\nc\n', 'a\nB\nc\n', 'a\nB\nc\n', 'a\nB\nc\n'],
    ['two ways of the same line', 'a\nb\nc\n', 'a\nB\nc\n', 'a\nX\nc\n', null],
    ['two additions at one place', 'a\nb\n', 'a\nx\nb\n', 'a\ny\nb\n', null],
    ['lines next to each other', 'a\nb\nc\nd\n', 'a\nB\nc\nd\n', 'a\nb\nC\nd\n', null],
  ])('%s', (_name, base, one, other, merged) => {
    expect(mergeLines(base, one, other)).toBe(merged);
    expect(mergeLines(base, other, one)).toBe(merged);
  });
});

import { describe, expect, test } from 'vitest';
import { afterChange, withMark, type LineMark } from '../../extensions/vscode/src/ui/line-marks.ts';

const mark = (first: number, last: number, entryId = 'e1'): LineMark => ({
  ...{ first, last, entryId, agent: 'cursor', at: 0 },
});
const shape = (marks: readonly LineMark[]): readonly string[] =>
  marks.map(({ first, last, entryId }) => `${first}-${last} ${entryId}`);

describe('lines that an agent wrote', () => {
  test('move with text inserted above and stay when text below changes', () => {
    expect(shape(afterChange([mark(5, 7)], { first: 1, last: 1, lines: 3 }))).toEqual(['7-9 e1']);
    expect(shape(afterChange([mark(5, 7)], { first: 2, last: 4, lines: 1 }))).toEqual(['3-5 e1']);
    expect(shape(afterChange([mark(5, 7)], { first: 8, last: 8, lines: 9 }))).toEqual(['5-7 e1']);
  });

  test('become the user’s where the user changes them', () => {
    expect(shape(afterChange([mark(5, 7)], { first: 6, last: 6, lines: 2 }))).toEqual([
      ...['5-5 e1', '8-8 e1'],
    ]);
    expect(afterChange([mark(5, 7)], { first: 4, last: 8, lines: 1 })).toEqual([]);
  });

  test('the newest author of a line counts', () => {
    const marks = withMark(withMark([], mark(2, 6)), mark(4, 4, 'e2'));
    expect(shape(marks)).toEqual(['2-3 e1', '4-4 e2', '5-6 e1']);
  });
});

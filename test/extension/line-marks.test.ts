import { describe, expect, test } from 'vitest';
import { lineMarks, type LineMark } from '../../extensions/vscode/src/ui/line-marks.ts';
import { agentAuthor, userAuthor } from '../../src/shared/editing/authors.ts';
import { SharedText } from '../../src/shared/editing/shared-text.ts';

const author = (entryId: string, at = 1) =>
  agentAuthor({ sessionId: entryId, agentId: 'cursor', entryId }, at);
const sixLines = (): SharedText => new SharedText((text) => text, { text: 'a\nb\nc\nd\ne\nf\n' });
const replace = (text: SharedText, old: string, now: string) => {
  const start = text.text.indexOf(old);
  return [{ start, end: start + old.length, text: now }];
};
const shape = (text: SharedText): readonly string[] =>
  lineMarks(text.text, text.authors()).map(
    ({ first, last, entryId }: LineMark) => `${first}-${last} ${entryId}`,
  );

describe('lines that an agent wrote', () => {
  test('move with text inserted above and stay when text below changes', () => {
    const text = sixLines();
    text.edit(replace(text, 'c\nd\n', 'C\nD\nmore\n'), author('e1'));
    expect(shape(text)).toEqual(['2-4 e1']);
    text.edit(replace(text, 'a\n', 'a\nnew\nlines\n'), userAuthor);
    text.edit(replace(text, 'f\n', ''), userAuthor);
    expect(shape(text)).toEqual(['4-6 e1']);
  });

  test('become the user’s where the user replaces them', () => {
    const text = sixLines();
    text.edit(replace(text, 'b\nc\nd', 'B\nC\nD'), author('e1'));
    text.edit(replace(text, 'C\n', 'mine\n'), userAuthor);
    expect(shape(text)).toEqual(['1-1 e1', '3-3 e1']);
    text.edit(replace(text, 'D', 'D, which I like'), userAuthor);
    expect(shape(text)).toEqual(['1-1 e1']);
  });

  test('stay where the user only adds to them', () => {
    const text = sixLines();
    text.edit(replace(text, 'c', 'CC'), author('e1'));
    const at = text.text.indexOf('CC') + 2;
    text.edit([{ start: at, end: at, text: ' // why?' }], userAuthor);
    expect(shape(text)).toEqual(['2-2 e1']);
  });

  test('the newest author of a line counts', () => {
    const text = sixLines();
    text.edit(replace(text, 'b\nc\nd\n', 'B B\nC C\nD D\n'), author('e1', 1));
    text.edit(replace(text, 'C C', 'C 2'), author('e2', 2));
    expect(shape(text)).toEqual(['1-1 e1', '2-2 e2', '3-3 e1']);
  });
});

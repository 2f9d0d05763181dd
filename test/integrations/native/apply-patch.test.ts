import { describe, expect, it } from 'vitest';
import { filesInPatch } from '../../../src/main/integrations/native/adapters/apply-patch.ts';

const patch = (...lines: readonly string[]) =>
  ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

it('reads every kind of change', () => {
  expect(
    filesInPatch(
      patch(
        '*** Add File: docs/new.md',
        '+# Title',
        '+',
        '*** Update File: src/a.ts',
        '*** Move to: src/b.ts',
        '@@ class A {',
        ' one',
        '-two',
        '+2',
        '@@',
        '-three',
        '*** End of File',
        '*** Delete File: old.txt',
        '*** Update File: c.txt',
        '-first section without its line',
        '+changed',
      ),
    ),
  ).toEqual([
    { path: 'docs/new.md', change: 'edit', newText: '# Title\n\n' },
    {
      path: 'src/a.ts',
      change: 'move',
      to: 'src/b.ts',
      replacements: [
        { oldText: 'one\ntwo\n', newText: 'one\n2\n', all: false, at: 'class A {' },
        { oldText: 'three\n', newText: '', all: false, at: '*** End of File' },
      ],
    },
    { path: 'old.txt', change: 'delete' },
    {
      path: 'c.txt',
      change: 'edit',
      replacements: [
        { oldText: 'first section without its line\n', newText: 'changed\n', all: false, at: '' },
      ],
    },
  ]);
});

it('reads a move without a change, an empty file, and Windows line ends', () => {
  expect(filesInPatch(patch('*** Update File: a', '*** Move to: b'))).toEqual([
    { path: 'a', change: 'move', to: 'b', replacements: [] },
  ]);
  expect(filesInPatch(patch('*** Add File: empty'))).toEqual([
    { path: 'empty', change: 'edit', newText: '' },
  ]);
  expect(filesInPatch('\r\n*** Begin Patch\r\n*** Delete File: a\r\n*** End Patch\r\n')).toEqual([
    { path: 'a', change: 'delete' },
  ]);
});

it('takes what looks like a header inside added lines as text', () => {
  expect(filesInPatch(patch('*** Add File: a', '+*** Delete File: b'))).toEqual([
    { path: 'a', change: 'edit', newText: '*** Delete File: b\n' },
  ]);
});

describe('does not guess', () => {
  it.each([
    ['an indented header', patch('*** Add File: a', '+x', ' *** Delete File: b')],
    ['an indented header among context', patch('*** Update File: a', '@@', ' *** Delete File: b')],
    [
      'a header behind a character that some count as a space',
      patch('*** Add File: a', '+x', '\u0085*** Delete File: b'),
    ],
    ['a path with a space behind it', patch('*** Delete File: b ')],
    ['a path with a hidden character', patch('*** Delete File: b\u200B')],
    ['text in front', `x\n${patch('*** Delete File: b')}`],
    ['text behind', `${patch('*** Delete File: b')}\nx`],
    ['no end', '*** Begin Patch\n*** Delete File: b'],
    ['nothing in it', patch()],
    ['a second beginning', patch('*** Begin Patch', '*** Delete File: b')],
    ['a move of nothing', patch('*** Move to: b')],
    ['a move of a new file', patch('*** Add File: a', '*** Move to: b')],
    ['a move behind the changes', patch('*** Update File: a', '@@', '-x', '*** Move to: b')],
    ['two moves', patch('*** Update File: a', '*** Move to: b', '*** Move to: c')],
    ['an update of nothing', patch('*** Update File: a')],
    ['an unknown header', patch('*** Rename File: a')],
    ['text in a deleted file', patch('*** Delete File: a', '+x')],
    ['a removed line in a new file', patch('*** Add File: a', '-x')],
    ['too many files', patch(...Array.from({ length: 1001 }, (_, at) => `*** Delete File: ${at}`))],
    ['an empty text', ''],
  ])('%s', (_what, text) => {
    expect(filesInPatch(text)).toBeNull();
  });
});

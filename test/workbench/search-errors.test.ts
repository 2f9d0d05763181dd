/** Editors bundle different versions of ripgrep, and their errors begin differently. */
import { expect, test } from 'vitest';
import { startError } from '../../src/workbench/search/search-pattern.ts';

const ended = (text: string, exitCode = 2) => ({ exitCode, stderr: Buffer.from(text) });

test.each([
  ['rg: regex parse error:\n    (\n    ^\nerror: unclosed group'],
  ['regex parse error:\n    (\n    ^\nerror: unclosed group'],
])('an invalid pattern is an error that names it: %j', (text) => {
  expect(startError(ended(text))).toMatchObject({
    code: 'invalid-arguments',
    message: expect.stringContaining('unclosed group'),
  });
});

test('a folder that could not be read is not the mistake of the pattern', () => {
  expect(startError(ended('rg: ./x: Permission denied (os error 13)'))).toBeNull();
  expect(startError(ended('regex parse error', 0))).toBeNull();
});

import { expect, test } from 'vitest';
import { whyNotStarted } from '../../src/main/platform/system/startup-errors.ts';

const failed = (code: string, path?: string): Error =>
  Object.assign(new Error(`${code}: something, write`), { code }, path ? { path } : {});

test.each([
  ['ENOSPC', 'no room left for /data. Make some'],
  ['EDQUOT', 'no room left for /data. Make some'],
  ['EROFS', 'Set GATEHOUSE_DATA_DIR'],
  ['EACCES', 'You may not use /data/audit/000001.jsonl (EACCES). Everything in /data must'],
  ['EPERM', 'chown'],
  ['EMFILE', 'Close some programs'],
])('%s is told with what to do next', (code, words) => {
  expect(whyNotStarted(failed(code, '/data/audit/000001.jsonl'), '/data')).toContain(words);
});

test('a failure of a file that names none is of the data folder', () => {
  expect(whyNotStarted(failed('EACCES'), '/data')).toContain('You may not use /data (EACCES)');
});

test('what is a sentence already stays as it is', () => {
  expect(whyNotStarted(new Error('Move it away.'), '/data')).toBe('Move it away.');
  expect(whyNotStarted('odd', '/data')).toBe('odd');
});

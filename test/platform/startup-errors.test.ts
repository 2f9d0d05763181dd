import { expect, test } from 'vitest';
import { whyNotStarted } from '../../src/main/platform/system/startup-errors.ts';

const failed = (code: string, path?: string): Error =>
  Object.assign(new Error(`${code}: something, write`), { code }, path ? { path } : {});

test.each([
  ['ENOSPC', 'The disk of /data is full. Free some space'],
  ['EDQUOT', 'The disk of /data is full. Free some space'],
  ['EROFS', 'Set GATEHOUSE_DATA_DIR'],
  ['EACCES', 'No permission to use /data/audit/000001.jsonl (EACCES). Everything in /data must'],
  ['EPERM', 'chown'],
  ['EMFILE', 'Close some programs'],
])('%s is reported with the next step', (code, words) => {
  expect(whyNotStarted(failed(code, '/data/audit/000001.jsonl'), '/data')).toContain(words);
});

test('a failure of a file that names none is of the data folder', () => {
  expect(whyNotStarted(failed('EACCES'), '/data')).toContain('No permission to use /data (EACCES)');
});

test('a text that already is a sentence stays unchanged', () => {
  expect(whyNotStarted(new Error('Move it away.'), '/data')).toBe('Move it away.');
  expect(whyNotStarted('odd', '/data')).toBe('odd');
});

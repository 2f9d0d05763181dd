import { expect, test } from 'vitest';
import type { ValidArgs } from '../../../src/shared/actions/actions.ts';
import { fileArguments } from '../../../src/main/core/servers/file-arguments.ts';

const schema = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    target: { type: 'string', format: 'uri' },
    note: { type: 'string' },
    options: { type: 'object', properties: { place: { type: 'string', format: 'file-path' } } },
  },
};

const found = (args: object): readonly string[] =>
  fileArguments(schema, {})
    .pathsIn(args as ValidArgs)
    .map(({ path }) => path);

test.each([
  [{ path: '/etc/passwd' }, ['/etc/passwd']],
  [{ path: '//etc/passwd' }, ['//etc/passwd']],
  [{ path: '~/.ssh/id_rsa' }, ['~/.ssh/id_rsa']],
  [{ path: 'C:\\Windows' }, ['C:\\Windows']],
  [{ target: 'file:///etc/passwd' }, ['/etc/passwd']],
  [{ target: 'file:/etc/passwd' }, ['/etc/passwd']],
  [{ target: 'FILE:///etc/pass%77d' }, ['/etc/passwd']],
  [{ note: 'file:///etc/passwd' }, ['/etc/passwd']],
  [{ options: { place: '/a' } }, ['/a']],
  [{ edits: [{ filePath: '/a' }, { filePath: '/b' }] }, ['/a', '/b']],
  [{ paths: ['/a', 'b', '/c'] }, ['/a', '/c']],
  [{ path: '../../etc/passwd' }, ['../../etc/passwd']],
  [{ path: 'a/..' }, ['a/..']],
])('%j names files of this machine', (args, paths) => {
  expect(found(args)).toEqual(paths);
});

test.each([
  { path: 'src/a.ts' },
  { note: '/not a path' },
  { target: 'https://example.com/etc/passwd' },
  { path: 7 },
])('%j names none', (args) => {
  expect(found(args)).toEqual([]);
});

test('the server gets what was checked, in the place of what was named', () => {
  const args = { edits: [{ filePath: '/link/a' }], target: 'file:/link/b', note: 'c' };
  const paths = ['/real/a', '/real/b c'];
  expect(fileArguments(schema, {}).withPaths(args as ValidArgs, paths)).toEqual({
    ...{ edits: [{ filePath: '/real/a' }], target: 'file:///real/b%20c', note: 'c' },
  });
});

test('an address that is right keeps its spelling', () => {
  const args = { target: 'file:///real/a@b' };
  expect(fileArguments(schema, {}).withPaths(args as ValidArgs, ['/real/a@b'])).toEqual(args);
});

test('what is nested too deep to look at is refused', () => {
  let args: object = { path: '/etc/passwd' };
  for (let depth = 0; depth < 100; depth += 1) args = { args };
  expect(found(args)).toEqual(['\0']);
});

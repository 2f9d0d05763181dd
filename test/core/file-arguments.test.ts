import { describe, expect, test } from 'vitest';
import { fileArguments } from '../../src/main/core/core.ts';

const text = { type: 'string' };
const schema = {
  properties: {
    path: text,
    outputFile: text,
    paths: { type: 'array', items: text },
    uri: { type: 'string', format: 'uri' },
    query: text,
    profile: text,
    path_length: { type: 'number' },
  },
};

const found = (args: Readonly<Record<string, unknown>>, readOnlyHint = false) =>
  fileArguments(schema, { readOnlyHint })
    ?.pathsIn(args)
    .map(({ field, path, use }) => `${field} ${use} ${path}`);

describe('arguments that name files', () => {
  test.each([
    [{ path: '/w/a' }, ['path create /w/a']],
    [{ outputFile: '/w/a' }, ['outputFile create /w/a']],
    [{ path: '~/.ssh/id' }, ['path create ~/.ssh/id']],
    [{ path: 'C:\\a' }, ['path create C:\\a']],
    [{ paths: ['/w/a', 'b', '/w/c'] }, ['paths create /w/a', 'paths create /w/c']],
    [{ uri: 'file:///w/a%20b' }, ['uri create /w/a b']],
    [{ uri: 'https://example.com/a' }, []],
    [{ path: 'src/a.ts' }, []],
    [{ query: '/w/a', profile: '/w/b', path_length: 3 }, []],
  ])('%j: %j', (args, paths) => {
    expect(found(args)).toEqual(paths);
  });

  test('a tool that claims to read is checked as reading', () => {
    expect(found({ path: '/w/a' }, true)).toEqual(['path read /w/a']);
  });

  test('the server gets the real paths, in their places', () => {
    const args = { paths: ['/l/a', 'b', '/l/c'], uri: 'file:///l/a%20b', query: '/l/a' };
    const files = fileArguments(schema, {});
    expect(files?.withPaths(args, ['/w/a', '/w/c', '/w/a b'])).toEqual({
      paths: ['/w/a', 'b', '/w/c'],
      uri: 'file:///w/a%20b',
      query: '/l/a',
    });
  });
});

import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { licencesOf, packagesOf } from '../../config/licences.mjs';
import { put, scratch } from '../fakes/scratch.ts';

describe('the licences of what is bundled', () => {
  test('are those of the packages that modules lie in, each once', () => {
    expect(
      packagesOf([
        '/r/src/main/main.ts',
        '\0rolldown/runtime.js',
        '/r/node_modules/zod/v4/index.js',
        '/r/node_modules/zod/v4/core.js',
        '/r/node_modules/@a/b/dist/esm/x.js',
        '\0/r/node_modules/@a/b/node_modules/c/x.js?commonjs-proxy',
      ]),
    ).toEqual([
      '/r/node_modules/zod',
      '/r/node_modules/@a/b',
      '/r/node_modules/@a/b/node_modules/c',
    ]);
  });

  test('are told whole, with what a package says of others', () => {
    const folder = scratch();
    put(folder, 'package.json', '{"name":"a","version":"1.0.0","license":"ISC"}');
    put(folder, 'LICENSE.md', 'the licence of a\n');
    put(folder, 'NOTICE', 'with code of b\n');
    expect(licencesOf([folder])).toMatch(/\na 1\.0\.0\n\nthe licence of a\n\nwith code of b\n$/);
  });

  test('are told by name where a package brings no text, and missed where it says nothing', () => {
    const folder = scratch();
    put(
      folder,
      'named/package.json',
      '{"name":"n","version":"2.0.0","license":"MIT","author":{"name":"Ada"}}',
    );
    put(folder, 'silent/package.json', '{"name":"s","version":"1.0.0"}');
    expect(licencesOf([path.join(folder, 'named')])).toContain('n 2.0.0\n\nMIT, by Ada\n');
    expect(() => licencesOf([path.join(folder, 'silent')])).toThrow(
      's says nothing of its licence.',
    );
  });
});

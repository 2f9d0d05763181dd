import { describe, expect, test } from 'vitest';
import { namesBelow, newNameProblem, pathProblem } from '../../../src/shared/files/path-names.ts';

describe('what no path can be', () => {
  test('D11 names and paths have an end', () => {
    expect(pathProblem(`/w/${'n'.repeat(255)}`)).toBeNull();
    expect(pathProblem(`/w/${'n'.repeat(256)}`)).toContain('255 bytes');
    expect(pathProblem(`/w/${'ü'.repeat(128)}`)).toContain('255 bytes');
    expect(pathProblem(`/${'n/'.repeat(2047)}`)).toBeNull();
    expect(pathProblem(`/${'n/'.repeat(2048)}`)).toContain('4095 bytes');
  });

  test('D1 a NUL, or half of a character', () => {
    expect(pathProblem('/w/a\0b')).toContain('NUL');
    expect(pathProblem('/w/\uD83D')).toContain('Unicode');
  });
});

describe('D1 names that we make', () => {
  test.each(['a.ts', '.env', 'ä ö', '~a', 'a%20b', '100%', 'a:b', '…', '🚀\u200D🚀', '-rf'])(
    '%j is fine',
    (name) => {
      expect(newNameProblem(name)).toBeNull();
    },
  );

  test.each([
    ...['', '.', '..', 'a/b', 'a\0b', '\uD83D'],
    ...['a\nb', 'a\rb', 'a\tb', '\u001B[2J', 'a\u0085b', 'a\u2028b', '\u202Egnp.exe', 'a\u2066b'],
    ...['..\\x', 'a\\b', '%2e%2e', '%2E', 'a%2Fb', 'a%5cb', 'a%00'],
  ])('%j is refused', (name) => {
    expect(newNameProblem(name)).toMatch(/^A new .*\.$/);
  });
});

describe('the way down from a folder', () => {
  test.each([
    ['/w/app', '/w/app', []],
    ['/w/app/a', '/w/app', ['a']],
    ['/w/app/a/b', '/w/app', ['a', 'b']],
    ['/a', '/', ['a']],
  ])('from %s to %s', (path, folder, names) => {
    expect(namesBelow(path, folder)).toEqual(names);
  });

  test.each([
    '/w/app-evil/x',
    '/w',
    '/w/app/../x',
    '/w/app//x',
    '/w/app/./x',
    '/w/app/',
    '/w/app/a\0',
  ])('there is none to %j', (path) => {
    expect(namesBelow(path, '/w/app')).toBeNull();
  });
});

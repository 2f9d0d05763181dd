/** Our reader of git's config format and git's own see the same settings, and refuse the same texts. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseGitConfig } from '../../src/main/platform/git/config-text.ts';
import { chanceOf, type Chance } from '../faults/lib/chance.ts';
import { scratch } from '../fakes/scratch.ts';

/** Null where git refuses it. */
function readByGit(file: string): readonly (readonly [string, string | null])[] | null {
  const args = ['config', '--file', file, '--no-includes', '--null', '--list'];
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  if (status !== 0) return null;
  return stdout
    .split('\0')
    .slice(0, -1)
    .map((item) => {
      const end = item.indexOf('\n');
      return end < 0
        ? ([item, null] as const)
        : ([item.slice(0, end), item.slice(end + 1)] as const);
    });
}

const readByUs = (bytes: Buffer) =>
  parseGitConfig(bytes)?.map(({ key, value }) => [key, value] as const) ?? null;

const pieces = [
  ...['[core]', '[a "b"]', '[A.B]', '[a "b\\"c"]', '[a "b\\\\"]', '[a', '[', ']', '[a "x.y"]'],
  ...['[include]', '[filter "x y"]', '[a-1]', '[a ""]', '[a\t"b"]', '[a"b"]', '[a "b" ]'],
  ...[
    '\n',
    '\n',
    '\n',
    '\r\n',
    '\r',
    '\t',
    ' ',
    '  ',
    ';',
    '#',
    '=',
    '"',
    '\\',
    '\\\n',
    '\\n',
    '\\t',
  ],
  ...[
    'path',
    'Key',
    'k-1',
    'x',
    ' = v',
    '=v',
    ' = "a b"',
    '="a;b"',
    ' = a # c',
    ' = a\\\n  b',
    'ü',
  ],
  ...['\\x', '\\"', ' = "', '1', '-', '.', ' =', '\ufeff', '\\b', '%', '!', "'", '\v', '\f'],
];

function textBy(chance: Chance): string {
  const start = chance.often(0.8) ? '[core]\n' : '';
  return start + Array.from({ length: 1 + chance.below(14) }, () => chance.pick(pieces)).join('');
}

/** Newer versions keep the white space inside of a value, older ones make blanks of it. */
const blank = (value: string | null): string | null => value?.replace(/[\t\r\v\f ]/g, ' ') ?? null;

describe('F11 settings of a repository are read as git reads them', () => {
  test('in 5000 texts made by chance, none that git sees is missed', () => {
    const file = path.join(scratch(), 'config');
    let read = 0;
    for (let seed = 1; seed <= 5_000; seed += 1) {
      const bytes = Buffer.from(textBy(chanceOf(seed)));
      const ours = readByUs(bytes);
      // We may refuse more, and what git refuses is never used; what both take means the same.
      if (ours === null) continue;
      fs.writeFileSync(file, bytes);
      const theirs = readByGit(file);
      if (theirs === null) continue;
      read += 1;
      expect(ours.map(([key]) => key)).toEqual(theirs?.map(([key]) => key));
      expect(ours.map(([, value]) => blank(value))).toEqual(
        theirs?.map(([, value]) => blank(value)),
      );
    }
    expect(read).toBeGreaterThan(150);
  }, 120_000);

  test.each([
    ['a NUL', '[core]\n\tx = a\0\n[filter "x"]\n\tclean = y\n'],
    ['a name before any section', 'x = 1\n'],
    ['an unknown escape', '[a]\n\tx = \\q\n'],
    ['an open quote', '[a]\n\tx = "q\n'],
    ['too much of it', `[a]\n${'\tx = 1\n'.repeat(50_000)}`],
  ])('with %s it is no config', (_what, text) => {
    expect(parseGitConfig(Buffer.from(text))).toBeNull();
  });

  test('keys in one line with their section, continued lines and odd cases', () => {
    const text = '\ufeff[CORE]fsMonitor = a \\\n b ; no\r\n[a "B.c"]X\n[Filter.Evil]clean=1';
    expect(readByUs(Buffer.from(text))).toEqual([
      ['core.fsmonitor', 'a  b'],
      ['a.B.c.x', null],
      ['filter.evil.clean', '1'],
    ]);
  });
});

/** What a text imports, read broadly and in a time that its length allows. */
import { describe, expect, test } from 'vitest';
import { pythonImportsOf } from '../../src/workbench/language/reach/python.ts';
import { importsOf, stringsOf } from '../../src/workbench/language/reach/quoted.ts';

describe('D21 what a script imports', () => {
  test.each([
    ["import x from '../a'", '../a'],
    ["import '../a", '../a'],
    ["const x = require ( '../a' )", '../a'],
    ["const x = import(/* one */ '../a')", '../a'],
    ["export * from // one\n\n '../a'", '../a'],
    ["/* ' */ import x from '../a'", '../a'],
    ["type T = import('../a').T", '../a'],
    ['/// <reference path = "../a" />', '../a'],
    ['/** @jsxImportSource ../a */', '../a'],
    ["import x from '\\x2e\\u{2e}/\\\na'", '../a'],
    [`import x from /*${' '.repeat(5_000)}*/ '../a'`, '../a'],
    [`import x from ${' '.repeat(5_000)}'../a'`, '../a'],
  ])('%j', (text, name) => {
    expect(importsOf(text)).toContain(name);
  });

  test('other texts are none', () => {
    expect(importsOf("const a = '../a'; fetch('../b');\nconst c = [\n  '../c',\n];")).toEqual([]);
  });

  const odd = [
    "'\\",
    "from'\\",
    "'",
    '"',
    '/*',
    '//\n',
    "from//'\n",
    '*/',
    "import('",
    ' ',
    '\n',
    '(',
  ];
  test.each(odd)('J14 a megabyte of %j takes no time', (unit) => {
    const text = `${unit.repeat(1_000_000 / unit.length)}'../a'`;
    const started = performance.now();
    importsOf(text);
    stringsOf(text);
    pythonImportsOf(text);
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test.each(['from ', 'from x import (', 'import a, ', 'from . ', 'from', '.', 'import '])(
    'J14 a megabyte of Python %j takes no time',
    (unit) => {
      const started = performance.now();
      pythonImportsOf(unit.repeat(1_000_000 / unit.length));
      expect(performance.now() - started).toBeLessThan(5_000);
    },
  );
});

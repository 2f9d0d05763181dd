/** Files made so that whoever parses them takes for ever. */
import { describe, expect, test } from 'vitest';
import { openAllHandlers } from '../../src/workbench/handlers.ts';
import { importsOf, stringsOf } from '../../src/workbench/language/reach/quoted.ts';
import { put } from '../fakes/scratch.ts';
import { codeOf, openHandlers } from './workbench-fixture.ts';

const hostile: readonly (readonly [string, string])[] = [
  ['nested.json', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['objects.json', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
  ['open.json', '['.repeat(500_000)],
  ['nested.css', '{'.repeat(100_000)],
  ['nested.scss', 'a{'.repeat(50_000)],
  ['nested.html', '<div>'.repeat(50_000)],
  ['attributes.html', `<a ${'b='.repeat(100_000)}`],
  ['nested.ts', '('.repeat(100_000)],
  ['types.ts', `type A = ${'A<'.repeat(20_000)}`],
  ['broken.py', 'def (\n'.repeat(50_000)],
  ['spaces.json', ' '.repeat(2_000_000)],
];

describe('J16 a file that cannot be parsed in time is answered with an error, and nobody else waits', () => {
  test.each(hostile)(
    '%s',
    async (name, text) => {
      const { folder, handlers, task } = openHandlers(openAllHandlers);
      const path = put(folder, name, text);
      const plain = put(folder, 'plain.txt', 'still here');
      let max = 0;
      let last = performance.now();
      const beat = setInterval(() => {
        max = Math.max(max, performance.now() - last);
        last = performance.now();
      }, 20);
      try {
        const began = performance.now();
        const outcomes = await Promise.all([
          handlers.format_code?.({ path, range: undefined }, task()),
          handlers.get_errors?.({ path, limit: 100 }, task()),
          handlers.analyze_syntax?.({ path, range: undefined, depth: 50, limit: 100 }, task()),
          handlers.open_file?.({ path: plain }, task()),
        ]);
        expect(codeOf(outcomes[3])).toBe('done');
        for (const one of outcomes) expect(one?.kind).toBeDefined();
        expect(performance.now() - began).toBeLessThan(25_000);
        expect(max).toBeLessThan(2_500);
      } finally {
        clearInterval(beat);
      }
    },
    60_000,
  );
});

describe('J16 which files a script names is found in time', () => {
  const old = /(?=(['"])((?:\\[^]|(?!\1)[^\\\r\n])*))/g;
  test.each([
    `import a from './a'; import("./b\\x2e"); require('it\\'s'); /* " */ from /* x */ "c"`,
    `from '\\\\' + "a\\\nb" ; import // c\n "d"\nfrom "unfinished`,
    '\'"`\'"` from "x" \\" from \\\'y',
  ])('as every quote says: %j', (text) => {
    const all = [...text.matchAll(old)].map(([, , raw = '']) => raw);
    const plain = all.filter((raw) => raw !== '' && !raw.includes('\\'));
    expect(stringsOf(text)).toEqual(
      expect.arrayContaining(plain.filter((raw) => !raw.includes('`'))),
    );
    for (const name of importsOf(text)) expect(text).toContain(name.slice(0, 1));
  });

  test('imports hidden behind comments are found', () => {
    expect(importsOf(`import /* " */ // '\n './a'`)).toContain('./a');
    expect(importsOf(`export * from"../b"`)).toContain('../b');
    expect(importsOf(`import("\\x2e./c")`)).toContain('../c');
    expect(importsOf('const a = "no import"')).toEqual([]);
  });

  test.each(['"', `'"`, '*/"', '"a', '//"', '/*"', '\\"', `import "`, 'from`', '(', ' "'])(
    'a megabyte of %j',
    (unit) => {
      const text = unit.repeat(Math.ceil(2 ** 20 / unit.length));
      const began = performance.now();
      importsOf(text);
      stringsOf(text);
      expect(performance.now() - began).toBeLessThan(15_000);
    },
  );
});

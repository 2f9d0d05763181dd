/**
 * Every pattern in the sources, against texts made to make it slow. Whoever controls a text (the
 * output of a test, a file, a header) must not be able to stop the process that reads it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';
import { countsIn } from '../../src/workbench/project/test-counts.ts';

const repo = path.join(import.meta.dirname, '../..');

interface Pattern {
  readonly pattern: string;
  readonly flags: string;
}

function patternsIn(node: unknown, found: Map<string, Pattern>): void {
  if (typeof node !== 'object' || node === null) return;
  if ('regex' in node && node.regex) {
    const regex = node.regex as Pattern;
    found.set(`/${regex.pattern}/${regex.flags}`, regex);
  }
  for (const child of Object.values(node)) patternsIn(child, found);
}

function allPatterns(): ReadonlyMap<string, Pattern> {
  const found = new Map<string, Pattern>();
  for (const file of fs.globSync('{src,extensions}/**/*.{ts,tsx}', { cwd: repo })) {
    const text = fs.readFileSync(path.join(repo, file), 'utf8');
    patternsIn(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file), found);
  }
  return found;
}

/** What is repeated: what the pattern itself speaks of, and what texts are made of. */
function unitsFor(pattern: string): readonly string[] {
  const plain = pattern.replaceAll(/\\[dwsSWDbBnrt]|\\u\{?[0-9A-F]+|\\p\{\w+\}/g, '');
  const own = [...new Set(plain.replaceAll(/[\\()*+?|^$]/g, ''))].slice(0, 24);
  const words = [...pattern.matchAll(/[A-Za-z:. #-]{2,20}/g)].map(([word]) => word).slice(0, 6);
  const usual = [
    ' ',
    '\n',
    '\r\n',
    '\t',
    'a',
    '0',
    '[',
    '{',
    '\\',
    '/',
    '-',
    '.',
    'a ',
    '0 ',
    '{,',
  ];
  return [...new Set([...own, ...usual, ...words])];
}

const prefixesFor = (pattern: string): readonly string[] => ['', ...unitsFor(pattern).slice(0, 3)];

function msFor({ pattern, flags }: Pattern, text: string): number {
  const compiled = new RegExp(pattern, flags);
  const began = performance.now();
  if (compiled.global) text.match(compiled);
  else compiled.exec(text);
  return performance.now() - began;
}

const short = 2_000;
const factor = 8;

/** The text for which eight times the length takes much more than eight times as long. */
function slowTextFor(one: Pattern): string | null {
  for (const unit of unitsFor(one.pattern))
    for (const prefix of prefixesFor(one.pattern))
      for (const end of ['', '\u0001']) {
        const text = (length: number): string =>
          prefix + unit.repeat(Math.ceil(length / unit.length)) + end;
        // Linear patterns take some microseconds for this; what takes longer is measured again.
        const once = msFor(one, text(short));
        if (once < 0.5) continue;
        const best = (length: number): number =>
          Math.min(...[1, 2, 3].map(() => msFor(one, text(length))));
        if (best(short * factor) > Math.max(best(short), 0.05) * factor * 3)
          return JSON.stringify([prefix, unit, end]);
      }
  return null;
}

test('J14 no pattern in the sources takes longer than in proportion to the text', () => {
  const patterns = allPatterns();
  expect(patterns.size).toBeGreaterThan(250);
  const slow = [...patterns].flatMap(([name, one]) => {
    const text = /[*+]|\{\d*,/.test(one.pattern) ? slowTextFor(one) : null;
    return text === null ? [] : [`${name} for ${text}`];
  });
  expect(slow).toEqual([]);
}, 120_000);

describe('J14 counting tests in output of any kind', () => {
  const units = [
    '\n',
    ' ',
    'a',
    '0',
    '=',
    'Tests: ',
    '1 passed ',
    '1 passed in ',
    '\u001B[',
    '# pass ',
  ];
  test.each(units)('a megabyte of %j', (unit) => {
    const began = performance.now();
    countsIn(unit.repeat(Math.ceil(2 ** 20 / unit.length)));
    countsIn(`Tests ${unit.repeat(Math.ceil(2 ** 20 / unit.length))}`);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

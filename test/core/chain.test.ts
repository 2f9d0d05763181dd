import { describe, expect, test } from 'vitest';
import {
  chain,
  firstHead,
  follow,
  readHead,
  stampOf,
  type ChainHead,
} from '../../src/main/core/ledger/chain.ts';
import { sha256 } from './core-fixture.ts';

const record = (detail: string) =>
  ({ phase: 'note', entry: 'e', actor: 'gatehouse', action: 'a', detail }) as const;
const stamp = stampOf({ ts: '2030-01-01T00:00:00.000Z', mono_ms: 1, user: 'ada' });

function chainOf(details: readonly string[]): string[] {
  let head = firstHead;
  return details.map((detail) => {
    const next = chain(record(detail), stamp, head, sha256);
    head = next.head;
    return next.line;
  });
}

/** The number of the first line that does not follow, and why; null when all do. */
function firstBroken(lines: readonly string[]): { at: number; why: string } | null {
  let head: ChainHead = firstHead;
  for (const [index, line] of lines.entries()) {
    const next = follow(line, head, sha256);
    if ('broken' in next) return { at: index + 1, why: next.broken };
    head = next;
  }
  return null;
}

const five = chainOf(['one', 'two', 'three', 'four', 'five']);

describe('the chain', () => {
  test('of honest lines verifies from the first to the last', () => {
    expect(firstBroken(five)).toBeNull();
    expect(readHead(five.at(-1) ?? '')).toMatchObject({ seq: 5 });
  });

  test('holds over text that looks like its own end', () => {
    const sly = chainOf([`","hash":"${'0'.repeat(64)}"}`, 'next', '日本\u2028"\\']);
    expect(firstBroken(sly)).toBeNull();
  });

  test('K7 a changed byte is named, whichever byte it is', () => {
    const line = five[2] ?? '';
    for (let at = 0; at < line.length; at += 1) {
      const other = line[at] === '0' ? '1' : '0';
      const lines = five.with(2, line.slice(0, at) + other + line.slice(at + 1));
      expect(firstBroken(lines)?.at, `byte ${at}`).toBe(3);
    }
  });

  test('K7 a removed line is named', () => {
    expect(firstBroken(five.toSpliced(1, 1))).toEqual({ at: 2, why: 'expected number 2' });
    expect(firstBroken(five.slice(1))).toEqual({ at: 1, why: 'expected number 1' });
  });

  test('K7 swapped lines are named', () => {
    const [one = '', two = '', three = ''] = five;
    expect(firstBroken([one, three, two])).toEqual({ at: 2, why: 'expected number 2' });
  });

  test('K7 a line said twice is named', () => {
    expect(firstBroken(five.toSpliced(2, 0, five[1] ?? ''))?.at).toBe(3);
  });

  test('K7 an inserted line with a true hash of its own is named', () => {
    const forged = chain(record('forged'), stamp, { seq: 1, hash: 'f'.repeat(64) }, sha256).line;
    expect(firstBroken(five.toSpliced(1, 0, forged))).toEqual({
      at: 2,
      why: 'it does not follow the line before',
    });
  });

  test('K7 a line rewritten with a fresh hash breaks the one after it', () => {
    const before = readHead(five[0] ?? '') ?? firstHead;
    const rewritten = chain(record('rewritten'), stamp, before, sha256).line;
    expect(firstBroken(five.with(1, rewritten))).toEqual({
      at: 3,
      why: 'it does not follow the line before',
    });
  });

  test.each([
    '',
    '{}',
    'not json',
    '{"seq":1}',
    `{"seq":"1","prev":"","hash":"${'0'.repeat(64)}"}`,
  ])('%j is no line of a ledger', (line) => {
    expect(readHead(line)).toBeNull();
    expect(follow(line, firstHead, sha256)).toEqual({ broken: 'not a ledger line' });
  });
});

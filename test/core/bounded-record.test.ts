import { describe, expect, test } from 'vitest';
import { asKept, boundedRecord, keptRecord } from '../../src/main/core/ledger/bounded-record.ts';
import { chain, firstHead, stampOf } from '../../src/main/core/ledger/chain.ts';
import type { AuditRecord } from '../../src/shared/ledger/entry.ts';
import { makeRedact } from '../../src/main/platform/keys/tokens.ts';
import { needsWith, sha256 } from './core-fixture.ts';

const handlers = needsWith();

const record = (own: Partial<AuditRecord>): AuditRecord => ({
  phase: 'intent',
  entry: 'e',
  actor: 'cursor',
  action: 'open_file',
  ...own,
});

const bounded = (own: Partial<AuditRecord>): AuditRecord => boundedRecord(record(own), handlers);

function lineOf(own: Partial<AuditRecord>): { bytes: number; parsed: Record<string, unknown> } {
  const stamp = stampOf({ ts: '2030-01-01T00:00:00.000Z', mono_ms: 1, user: 'ada' });
  const { line } = chain(bounded(own), stamp, firstHead, sha256);
  return { bytes: Buffer.byteLength(line), parsed: JSON.parse(line) as Record<string, unknown> };
}

/** JSON that is that many levels deep. */
function deep(levels: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < levels; level += 1) value = { in: value };
  return value;
}

describe('secrets', () => {
  test('are replaced wherever they stand: in values, in lists, in names', () => {
    const args = { path: 'the s3cret one', list: ['s3cret'], deep: { er: 's3cret' }, s3cret: 1 };
    const text = JSON.stringify(bounded({ args, detail: 's3cret', action: 's3cret' }));
    expect(text).not.toContain('s3cret');
    expect(text.match(/⟨secret⟩/g)).toHaveLength(6);
  });

  test('do not survive at the place where a long text is cut', () => {
    const args = { path: `${'a'.repeat(4090)}s3cret${'b'.repeat(100)}` };
    expect(JSON.stringify(bounded({ args }))).not.toContain('s3c');
  });
});

describe('K12 a line stays short and whole', () => {
  test('small things are kept as they are', () => {
    const args = { path: '/w/a', range: { start_line: 1, end_line: 2 }, on: true, nothing: null };
    expect(bounded({ args })).toEqual(record({ args }));
  });

  test('a long text is cut, with its length and digest stated', () => {
    const text = 'x'.repeat(5000);
    expect(bounded({ args: { text } }).args).toEqual({
      text: `${'x'.repeat(4096)}… (904 more characters, sha256 ${sha256(text)})`,
    });
  });

  test.each([
    ['one text', { text: 'x'.repeat(1_048_576) }],
    ['many texts', Array.from({ length: 1024 }, () => 'x'.repeat(1024))],
    [
      'many texts that take three bytes a letter',
      Array.from({ length: 8 }, () => '€'.repeat(4000)),
    ],
    ['one long name', { ['k'.repeat(1_048_576)]: 1 }],
    ['10,000 names', Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`k${at}`, at]))],
    ['control characters', { text: '\u0001'.repeat(1_048_576) }],
    ['lone surrogates', { text: '\uD800'.repeat(100_000) }],
    ['a million brackets deep', deep(100_000)],
  ])('1 MB of %s', (_what, args) => {
    const { bytes, parsed } = lineOf({
      args,
      action: '\u0001'.repeat(9000),
      detail: '€'.repeat(9000),
    });
    expect(bytes).toBeLessThan(65_536);
    expect(parsed['args']).toBeDefined();
  });

  test('arguments too large to keep leave their size and digest', () => {
    const args = Array.from({ length: 1024 }, () => 'x'.repeat(1024));
    const text = JSON.stringify(args);
    expect(bounded({ args }).args).toEqual({ cut: text.length, sha256: sha256(text) });
  });

  test('a pair of surrogates is not torn apart by the cut', () => {
    const { parsed } = lineOf({ args: { text: `${'x'.repeat(4095)}🚀${'y'.repeat(10)}` } });
    const text = (parsed['args'] as { text: string }).text;
    expect(text.isWellFormed()).toBe(true);
  });

  test('J1 a field named __proto__ is only a name', () => {
    const args = JSON.parse('{"__proto__": {"polluted": true}}') as unknown;
    const { parsed } = lineOf({ args });
    expect(JSON.stringify(parsed['args'])).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('the quick way to keep a record', () => {
  const real = { sha256, redact: makeRedact(Buffer.alloc(32, 7)) };
  const secret = `sk-${'a1'.repeat(12)}`;
  const parts = [
    ...[secret, `Bearer ${'t'.repeat(20)}`, `ghp_${'x'.repeat(36)}`, 'sk-', '__proto__', 'C:\\new'],
    ...['\n', '\t', '"', '\\', '\u0001', '\uD800', '🚀', '/w/app', ' ', 'x'.repeat(2_000)],
  ];

  /** The same numbers in every run. */
  let seed = 1;
  const below = (most: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  const anyText = (): string =>
    Array.from({ length: below(4) }, () => parts[below(parts.length)]).join('');
  const anyValue = (): unknown => [anyText(), below(9), null, [anyText(), anyText()]][below(4)];
  const anyRecord = (): AuditRecord =>
    record({ args: { [anyText()]: anyValue(), path: anyValue() }, detail: anyText() });

  test('says the same as the long way, whatever the record holds', () => {
    for (let n = 0; n < 3_000; n += 1) {
      const one = anyRecord();
      expect(keptRecord(one, real).text).toBe(asKept(boundedRecord(one, real)).text);
    }
  });

  test.each(['\n', '\t', '\r', '\b', '\f', '\u0001'])(
    'finds a secret right behind %j, which JSON writes with a letter',
    (character) => {
      const { text } = keptRecord(record({ detail: `${character}${secret}` }), real);
      expect(text).not.toContain(secret);
    },
  );
});

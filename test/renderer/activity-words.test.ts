import { describe, expect, test } from 'vitest';
import {
  askedOf,
  everything,
  isEverything,
  withoutFacet,
  withTime,
  withValue,
} from '../../src/renderer/activity/activity-filter.ts';
import {
  outcomeSentence,
  outcomeWord,
  sandboxIn,
  stepFacts,
  stepName,
  stepTime,
} from '../../src/renderer/activity/activity-text.ts';
import {
  barsOf,
  heightOf,
  spanOf,
  spanWordsOf,
} from '../../src/renderer/activity/histogram-bars.ts';
import type { AuditLine } from '../../src/shared/ledger/entry.ts';
import { AuditFilter } from '../../src/shared/ledger/query.ts';

describe('what Activity is narrowed down to', () => {
  test('without a selection, everything is requested', () => {
    expect(askedOf(everything)).toEqual({});
    expect(isEverything({ ...everything, text: '  ' })).toBe(true);
    expect(isEverything({ ...everything, hidesReads: true })).toBe(false);
  });

  test('every choice becomes part of the question, and the question is one main accepts', () => {
    const agents = withValue(
      withValue(everything, 'actors', 'cursor', true),
      'actors',
      'codex',
      true,
    );
    const selected = withTime(
      withValue(
        withValue({ ...agents, text: ' a "b c" ' }, 'outcomes', 'unknown', true),
        'sessions',
        's1',
        true,
      ),
      Date.UTC(2030, 0, 1),
      Date.UTC(2030, 0, 2),
    );
    const asked = askedOf(selected);
    expect(asked).toEqual({
      actor: ['cursor', 'codex'],
      outcome: ['unknown'],
      session_id: ['s1'],
      since: '2030-01-01T00:00:00.000Z',
      until: '2030-01-02T00:00:00.000Z',
      q: 'a "b c"',
    });
    expect(AuditFilter.parse(asked)).toEqual(asked);
    expect(isEverything(selected)).toBe(false);
  });

  test('a choice can be taken back, alone or with its kind', () => {
    const two = withValue(withValue(everything, 'actions', 'a', true), 'actions', 'b', true);
    expect(withValue(two, 'actions', 'a', false).actions).toEqual(['b']);
    expect(withoutFacet(two, 'actions')).toEqual(everything);
  });

  test('no more values than the index takes, and no longer text', () => {
    let many = everything;
    for (let at = 0; at < 40; at += 1) many = withValue(many, 'actors', `a${at}`, true);
    const asked = askedOf({ ...many, text: 'x'.repeat(900) });
    expect(AuditFilter.safeParse(asked).success).toBe(true);
    expect(asked.actor).toHaveLength(32);
  });
});

describe('an outcome nobody knows', () => {
  test('K6 is shown as unknown with where to look, never as failed', () => {
    expect(outcomeWord.unknown).toBe('Unknown');
    expect(outcomeSentence({ outcome: 'unknown' })).toBe('Outcome unknown. Check the file.');
    expect(outcomeSentence({ outcome: 'failed' })).toBe('Failed');
  });
});

describe('entries over time', () => {
  const none = [0, 0, 0];
  const bars = barsOf({
    from: '2030-01-01T00:00:00.000Z',
    to: '2030-01-01T03:00:00.000Z',
    barMs: 3_600_000,
    counts: [10, 0, 4],
    byOutcome: {
      open: none,
      done: [7, 0, 1],
      refused: [2, 0, 0],
      failed: [1, 0, 1],
      note: none,
      unknown: [0, 0, 2],
    },
    complete: true,
  });

  test('each bar knows its span and what needs a look', () => {
    expect(bars[2]).toEqual({
      from: Date.UTC(2030, 0, 1, 2),
      to: Date.UTC(2030, 0, 1, 3),
      all: 4,
      refused: 0,
      failed: 3,
    });
  });

  test('a range is described in words, whichever way it was drawn', () => {
    expect(spanOf(2, 0)).toEqual({ first: 0, last: 2 });
    const words = spanWordsOf(bars, spanOf(2, 0));
    expect(words).toContain('14 entries, 2 refused, 4 failed or unknown');
    expect(spanWordsOf(bars, { first: 1, last: 1 })).toMatch(/: 0 entries$/);
    expect(spanWordsOf([], { first: 0, last: 0 })).toBe('');
  });

  test('one entry among thousands is still seen', () => {
    expect([heightOf(0, 10), heightOf(1, 100_000), heightOf(10, 10)]).toEqual([0, 0.06, 1]);
  });
});

describe('the lines of an entry', () => {
  const line = (parts: Partial<AuditLine>): AuditLine => ({
    seq: 1,
    ts: '2030-01-01T12:00:00.000Z',
    phase: 'intent',
    entry: 'e',
    actor: 'cursor',
    user: 'ada',
    action: 'open_file',
    prev: '',
    hash: '',
    ...parts,
  });

  test('say what happened, who decided, by which rule, and how long it took', () => {
    const decision = line({
      phase: 'decision',
      result: 'allow',
      decided_by: 'policy',
      rule: 'inside-roots',
      ms_to_decide: 1_500,
      explain: ['inside', '/w'],
    });
    expect(stepName(line({}))).toBe('Requested');
    expect(stepName(decision)).toBe('Allowed');
    expect(stepName(line({ phase: 'outcome', result: 'unknown' }))).toBe('Outcome unknown');
    expect(stepName(line({ phase: 'outcome', result: 'toString' }))).toBe('Ended');
    expect(stepFacts(decision)).toEqual([
      ['by', 'policy'],
      ['rule', 'inside-roots'],
      ['because', '["inside","/w"]'],
      ['time to decide', '1.5 s'],
    ]);
    const outcome = line({ phase: 'outcome', result: 'done', carried_out_by: 'VS Code' });
    expect(stepFacts(outcome)).toEqual([['carried out by', 'VS Code']]);
  });

  test('name a rule of the user in words, and not only by its id', () => {
    const rule = '2f0f5f0e-0d5c-4a83-9d33-000000000031';
    const because = ['Let cursor reach registry.example:443 in /w/app.'];
    const allowed = line({ phase: 'decision', result: 'allow', rule, args: { because } });
    expect(stepFacts(allowed)).toEqual([['rule', `${because[0]} (${rule})`]]);
    expect(stepFacts(line({ rule }))).toEqual([['rule', rule]]);
    expect(stepFacts(line({ rule: 'network', args: { because } }))).toEqual([['rule', 'network']]);
  });

  test('say why nobody was asked', () => {
    const args = { explain: 'Covered by Run commands and tests, sandboxed.' };
    expect(stepFacts(line({ args }))).toEqual([['because', args.explain]]);
  });

  test('are timed on the clock that cannot be set, where there is one', () => {
    const first = line({ boot: 'b', mono_ms: 100 });
    const ts = '2030-01-01T11:00:00.000Z';
    expect(stepTime(line({ ts, boot: 'b', mono_ms: 112 }), first)).toBe('after 12 ms');
    expect(stepTime(line({ ts: '2030-01-01T12:00:02.000Z', boot: 'c', mono_ms: 1 }), first)).toBe(
      'after 2.0 s',
    );
    expect(stepTime(line({ ts }), first)).toBe('after 0 ms');
  });
});

test.each([
  ['Sandboxed', { sandbox: { profileSha256: 'a'.repeat(64) } }],
  ['Not sandboxed. An editor runs it.', { sandbox: null, whyNotSandboxed: 'An editor runs it.' }],
  [undefined, {}],
])('an entry says first whether its command ran in a sandbox: %s', (words, command) => {
  expect(sandboxIn([{}, { args: { command } }])).toBe(words);
});

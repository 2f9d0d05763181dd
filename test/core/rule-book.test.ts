import { describe, expect, onTestFinished, test } from 'vitest';
import { RuleBook } from '../../src/main/core/policy/rule-book.ts';
import { tryRule } from '../../src/main/core/offers.ts';
import type { ClientId } from '../../src/shared/ids.ts';
import { Rule, ruleSentence } from '../../src/shared/rules.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { MemoryStateStore } from '../fakes/memory-state-store.ts';
import { answerNext, boldHouse, sha256 } from './core-fixture.ts';
import { ruleWith } from './rule-fixture.ts';

function openBook() {
  const needs = {
    clock: new FakeClock(),
    stateStore: new MemoryStateStore(),
    sha256,
    home: '/home/ada',
    ownPlaces: ['/home/ada/.config/gatehouse'],
  };
  return { ...needs, needs, book: new RuleBook(needs) };
}

const deny = ruleWith({ effect: 'deny', actions: ['delete_file'] });

describe('the owner’s rules', () => {
  test('are kept across a restart, and forgotten when they are removed', async () => {
    const { book, needs } = openBook();
    expect(await book.add(deny)).toEqual({ added: true });
    const again = new RuleBook(needs);
    await again.load();
    expect(again.list()).toEqual([deny]);
    await again.remove(deny.ruleId);
    await book.load();
    expect(book.list()).toEqual([]);
  });

  test('are gone when their time is over', async () => {
    const { book, clock } = openBook();
    await book.add({ ...deny, until: clock.now() + 1_000 });
    await clock.advance(999);
    expect(book.list()).toHaveLength(1);
    await clock.advance(1);
    expect(book.list()).toEqual([]);
  });

  test('tell of each change, and when each was last used', async () => {
    const { book, clock } = openBook();
    let changes = 0;
    const listening = book.onChanged(() => (changes += 1));
    onTestFinished(() => listening.dispose());
    await book.add(deny);
    await clock.advance(5_000);
    await book.used(deny.ruleId);
    expect(book.list()).toEqual([{ ...deny, lastUsedAt: clock.now() }]);
    expect(changes).toBe(2);
  });

  test.each([
    ['nonsense', 'what?'],
    ['an unknown action', [{ ...deny, actions: ['format_disk'] }]],
    ['an unknown effect', [{ ...deny, effect: 'maybe' }]],
  ])('%s on the disk is no rule', async (_what, stored) => {
    const { book, stateStore } = openBook();
    await stateStore.save('rules', stored);
    await book.load();
    expect(book.list()).toEqual([]);
  });

  test('of a wrong shape are a bug of whoever adds them', async () => {
    const { book } = openBook();
    await expect(book.add({ ...deny, ruleId: 'one' })).rejects.toThrow('uuid');
    expect(Rule.safeParse({ ...deny, exactly: 'short' }).success).toBe(false);
  });
});

describe('rules at the gate', () => {
  const target = { path: '/w/app/a.ts', recursive: false };
  const exactCall = JSON.stringify(['delete_file', target]);
  const digest = sha256(exactCall);
  const exact = ruleWith({
    effect: 'allow',
    exactly: digest,
    exactCall,
    exactSentence: 'delete /w/app/a.ts',
  });

  test('one for exactly this call lets it pass unasked, and notes when', async () => {
    const { core, clock, call, ran, ledgerStore } = await boldHouse();
    await core.rules.add(exact);
    await clock.advance(1_000);
    expect(await call('delete_file', target)).toMatchObject({ kind: 'done' });
    expect(ran).toHaveLength(1);
    expect(core.rules.list()[0]?.lastUsedAt).toBe(clock.now());
    expect(ledgerStore.records[1]).toMatchObject({
      decided_by: 'policy',
      rule: exact.ruleId,
      payload_sha256: digest,
    });
  });

  test('that one does not let the neighbour pass', async () => {
    const { core, clock, call, ran } = await boldHouse();
    await core.rules.add(exact);
    const passing = call('delete_file', { path: '/w/app/b.ts' });
    await answerNext(core, clock, { kind: 'deny', reason: '' });
    expect(await passing).toMatchObject({ code: 'denied-by-person' });
    expect(ran).toEqual([]);
  });

  test('a deny is on record with its rule, runs nothing and asks nobody', async () => {
    const { core, call, ran, ledgerStore } = await boldHouse();
    await core.rules.add(exact);
    await core.rules.add(deny);
    expect(await call('delete_file', target)).toMatchObject({ code: 'denied-by-rule' });
    expect(core.asks.list()).toEqual([]);
    expect(ran).toEqual([]);
    expect(ledgerStore.records[1]).toMatchObject({
      decided_by: 'policy',
      rule: deny.ruleId,
      result: 'deny',
    });
  });
});

describe('a rule in plain words', () => {
  test.each([
    [{ effect: 'deny', actions: ['delete_file'] }, 'Never let any client do delete_file.'],
    [
      {
        effect: 'deny',
        client: 'opencode' as ClientId,
        actions: ['delete_file', 'rename_file'],
        within: '/home/me/notes',
      },
      'Never let opencode do delete_file, rename_file in /home/me/notes.',
    ],
    [{ effect: 'ask', within: '/w' }, 'Ask before letting any client do anything in /w.'],
    [
      { effect: 'allow', exactly: '0'.repeat(64), exactSentence: 'delete /w/a' },
      'Let any client do exactly this: delete /w/a.',
    ],
  ] as const)('%j', (own, sentence) => {
    expect(ruleSentence(ruleWith(own))).toBe(sentence);
  });

  test('G2 what an agent wrote in it is made visible', () => {
    const rule = ruleWith({ within: '/w/\u202Etxt.exe', exactSentence: null });
    expect(ruleSentence(rule)).not.toContain('\u202E');
    const exact = ruleWith({ exactly: '0'.repeat(64), exactSentence: 'run \u001B[2J' });
    expect(ruleSentence(exact)).not.toContain('\u001B');
  });
});

describe('a rule is tried on entries of the past', () => {
  const past = [
    { client: 'cursor', action: 'open_file', paths: ['/w/a'], digest: null, done: true },
    { client: 'cursor', action: 'delete_file', paths: ['/w/a'], digest: null, done: true },
    { client: 'cursor', action: 'delete_file', paths: ['/w/b'], digest: null, done: false },
    { client: 'other', action: 'delete_file', paths: ['/x/a'], digest: null, done: true },
  ];

  test.each([
    ['deny', {}, 4, 3],
    ['deny', { actions: ['delete_file'] }, 3, 2],
    ['ask', { actions: ['delete_file'], within: '/w' }, 2, 1],
    ['deny', { client: 'other' as ClientId }, 1, 1],
    ['allow', { actions: ['delete_file'] }, 3, 0],
    ['deny', { exactly: '0'.repeat(64) }, 0, 0],
  ] as const)('%s %j would have met %i and stopped %i', (effect, own, matched, stopped) => {
    const rule = ruleWith({ effect, ...own });
    expect(tryRule(rule, past, 0)).toEqual({ matched, wouldHaveStopped: stopped });
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { RuleStore } from '../../src/main/core/policy/rule-store.ts';
import type { Ledger } from '../../src/main/core/ledger/ledger.ts';
import { tryRule } from '../../src/main/core/core.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { mostRules, Rule, ruleSentence } from '../../src/shared/rules/rules.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { MemoryStateStore } from '../fakes/memory-state-store.ts';
import { answerNext, boldApp, nextQuestion, pathsWith, sha256 } from './core-fixture.ts';
import { ruleWith } from './rule-fixture.ts';

type Written = Parameters<Ledger['record']>[0];

function openStore() {
  const written: Written[] = [];
  const ledger = {
    works: true,
    async record(what: Written) {
      if (ledger.works) written.push(what);
      return ledger.works;
    },
  };
  const needs = {
    ledger,
    written,
    newId: randomUUID,
    paths: pathsWith(),
    clock: new FakeClock(),
    stateStore: new MemoryStateStore(),
    sha256,
    home: '/home/ada',
    ownPaths: ['/home/ada/.config/gatehouse'],
    toolOf: () => undefined,
  };
  return { ...needs, needs, store: new RuleStore(needs) };
}

const deny = ruleWith({ effect: 'deny', actions: ['delete_file'] });

describe('the owner’s rules', () => {
  test('are kept across a restart, and forgotten when they are removed', async () => {
    const { store, needs } = openStore();
    expect(await store.add(deny)).toEqual({ added: true });
    const again = new RuleStore(needs);
    await again.load();
    expect(again.list()).toEqual([deny]);
    await again.remove(deny.ruleId);
    await store.load();
    expect(store.list()).toEqual([]);
  });

  test('are gone when their time is over', async () => {
    const { store, clock } = openStore();
    await store.add({ ...deny, until: clock.now() + 1_000 });
    await clock.advance(999);
    expect(store.list()).toHaveLength(1);
    await clock.advance(1);
    expect(store.list()).toEqual([]);
  });

  test('tell of each change, and when each was last used', async () => {
    const { store, clock } = openStore();
    let changes = 0;
    const listening = store.onChanged(() => (changes += 1));
    onTestFinished(() => listening.dispose());
    await store.add(deny);
    await clock.advance(5_000);
    store.used(deny.ruleId);
    expect(store.list()).toEqual([{ ...deny, lastUsedAt: clock.now() }]);
    expect(changes).toBe(2);
  });

  test('every rule added, removed and brought back is on record, with what it says', async () => {
    const { store, written } = openStore();
    await store.add(deny);
    expect(await store.remove(deny.ruleId)).toBe(true);
    expect(await store.restore(deny.ruleId)).toEqual({ added: true });
    expect(written.map(({ action }) => action)).toEqual([
      'rule.added',
      'rule.removed',
      'rule.restored',
    ]);
    expect(written[0]).toMatchObject({
      ...{ phase: 'note', decided_by: 'person', rule: deny.ruleId },
      ...{ detail: 'Never let any agent delete a file or folder. Until it is removed.' },
      args: { effect: 'deny', actions: ['delete_file'], within: null },
    });
    expect(store.list()).toEqual([deny]);
  });

  test('nothing is changed that cannot be put on record', async () => {
    const { store, ledger } = openStore();
    await store.add(deny);
    ledger.works = false;
    expect(await store.remove(deny.ruleId)).toBe(false);
    expect(await store.add(ruleWith({ effect: 'ask' }))).toMatchObject({ added: false });
    expect(store.list()).toEqual([deny]);
  });

  test('two clicks on Remove remove once, and two on Undo bring back once', async () => {
    const { store, written } = openStore();
    await store.add(deny);
    const removed = [store.remove(deny.ruleId), store.remove(deny.ruleId)];
    expect(await Promise.all(removed)).toEqual([true, false]);
    const back = await Promise.all([store.restore(deny.ruleId), store.restore(deny.ruleId)]);
    expect(back.map(({ added }) => added)).toEqual([true, false]);
    expect(store.list()).toEqual([deny]);
    expect(written).toHaveLength(3);
  });

  test('what was not removed here, or is over by now, is not brought back', async () => {
    const { store, clock } = openStore();
    expect(await store.restore(deny.ruleId)).toMatchObject({ added: false });
    await store.add({ ...deny, until: clock.now() + 1_000 });
    await store.remove(deny.ruleId);
    await clock.advance(1_000);
    expect(await store.restore(deny.ruleId)).toMatchObject({
      why: 'The time of that rule is over.',
    });
  });

  test('only so many are kept, so that all of them can be read again', async () => {
    const { store, stateStore, needs } = openStore();
    await stateStore.save(
      'rules',
      Array.from({ length: mostRules }, () => ruleWith({ effect: 'deny' })),
    );
    await store.load();
    expect(await store.add(deny)).toMatchObject({ added: false });
    const again = new RuleStore(needs);
    await again.load();
    expect(again.list()).toHaveLength(mostRules);
  });

  test('when it was last used is written down at most once a second', async () => {
    const { store, clock } = openStore();
    await store.add(deny);
    store.used(deny.ruleId);
    const first = clock.now();
    await clock.advance(999);
    store.used(deny.ruleId);
    expect(store.list()[0]?.lastUsedAt).toBe(first);
    await clock.advance(1);
    store.used(deny.ruleId);
    expect(store.list()[0]?.lastUsedAt).toBe(clock.now());
  });

  test.each([
    ['nonsense', 'what?'],
    ['what no action is called', [{ ...deny, actions: ['format the disk'] }]],
    ['a tool that is simply allowed', [{ ...deny, effect: 'allow', actions: ['vscode_run'] }]],
    ['an unknown effect', [{ ...deny, effect: 'maybe' }]],
  ])(
    '%s on disk keeps the app from starting, because its deny rules would be lost',
    async (_what, stored) => {
      const { store, stateStore } = openStore();
      await stateStore.save('rules', stored);
      await expect(store.load()).rejects.toThrow(/invalid/i);
      expect(store.list()).toEqual([]);
    },
  );

  test('of a wrong shape are a bug of whoever adds them', async () => {
    const { store } = openStore();
    await expect(store.add({ ...deny, ruleId: 'one' })).rejects.toThrow('uuid');
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
    const { core, clock, call, ran, ledgerStore } = await boldApp();
    await core.rules.add(exact);
    await clock.advance(1_000);
    expect(await call('delete_file', target)).toMatchObject({ kind: 'done' });
    expect(ran).toHaveLength(1);
    expect(core.rules.list()[0]?.lastUsedAt).toBe(clock.now());
    expect(ledgerStore.records.findLast(({ phase }) => phase === 'decision')).toMatchObject({
      decided_by: 'policy',
      rule: exact.ruleId,
      payload_sha256: digest,
    });
  });

  test('that one does not let the neighbour pass', async () => {
    const { core, clock, call, ran } = await boldApp();
    await core.rules.add(exact);
    const passing = call('delete_file', { path: '/w/app/b.ts' });
    await answerNext(core, clock, { kind: 'deny', reason: '' });
    expect(await passing).toMatchObject({ code: 'denied-by-person' });
    expect(ran).toEqual([]);
  });

  test('a deny is on record with its rule, runs nothing and asks nobody', async () => {
    const { core, call, ran, ledgerStore } = await boldApp();
    await core.rules.add(exact);
    await core.rules.add(deny);
    expect(await call('delete_file', target)).toMatchObject({ code: 'denied-by-rule' });
    expect(core.asks.list()).toEqual([]);
    expect(ran).toEqual([]);
    expect(ledgerStore.records.findLast(({ phase }) => phase === 'decision')).toMatchObject({
      decided_by: 'policy',
      rule: deny.ruleId,
      result: 'deny',
    });
    expect(core.rules.list().map(({ lastUsedAt }) => lastUsedAt !== null)).toEqual([false, true]);
  });

  test('one that asks was used as well, whatever the user then says', async () => {
    const { core, clock, call } = await boldApp();
    await core.rules.add(ruleWith({ effect: 'ask', actions: ['delete_file'] }));
    const passing = call('delete_file', target);
    const ask = await nextQuestion(core, clock);
    expect(ask).toMatchObject({
      because: [expect.stringContaining('Ask before letting'), expect.anything()],
    });
    await answerNext(core, clock, { kind: 'deny', reason: '' });
    await passing;
    expect(core.rules.list()[0]?.lastUsedAt).not.toBeNull();
  });
});

describe('a rule in plain words', () => {
  test.each([
    [{ effect: 'deny', actions: ['delete_file'] }, 'Never let any agent delete a file or folder.'],
    [
      {
        effect: 'deny',
        client: 'opencode' as ClientId,
        actions: ['delete_file', 'rename_file'],
        within: '/home/me/notes',
      },
      'Never let opencode delete a file or folder, rename or move a file in /home/me/notes.',
    ],
    [{ effect: 'ask', within: '/w' }, 'Ask before letting any agent do anything in /w.'],
    [
      { effect: 'allow', exactly: '0'.repeat(64), exactSentence: 'delete /w/a' },
      'Let any agent do exactly this: delete /w/a.',
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

describe('a rule is tried on calls of the past', () => {
  const call = (client: string, action: string, path: string, whole = true) => ({
    ...{ client, action, whole, paths: [path], trees: [path], digest: null },
  });
  const past = [
    call('cursor', 'open_file', '/w/a'),
    call('cursor', 'delete_file', '/w/a'),
    call('cursor', 'delete_file', '/w/b'),
    call('other', 'delete_file', '/x/a'),
    call('cursor', 'rename_file', '/x/a', false),
  ];

  test.each([
    ['deny', {}, [0, 1, 2, 3, 4], 0],
    ['deny', { actions: ['delete_file'] }, [1, 2, 3], 0],
    ['ask', { actions: ['delete_file'], within: '/w' }, [1, 2], 0],
    ['deny', { client: 'other' as ClientId }, [3], 0],
    ['deny', { within: '/w' }, [0, 1, 2], 1],
    ['deny', { within: '/x/a/deep' }, [3, 4], 0],
    ['deny', { client: 'other' as ClientId, within: '/w' }, [], 0],
    ['deny', { exactly: '0'.repeat(64) }, [], 0],
  ] as const)('%s %j would have met %j, and perhaps %i more', (effect, own, met, unclear) => {
    const trial = tryRule(ruleWith({ effect, ...own }), past, 0);
    expect(trial).toEqual({ matched: met.map((index) => past[index]), unclear });
  });
});

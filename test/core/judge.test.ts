import { describe, expect, test } from 'vitest';
import type { ResolvedCall } from '../../src/main/core/call/call.ts';
import { protectionOf } from '../../src/main/core/roots/protected-paths.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { agent, sha256 } from './core-fixture.ts';
import {
  callOf,
  commandThat,
  now,
  placeAt,
  places,
  remove,
  run,
  verdictOn,
  write,
} from './judge-fixture.ts';
import { ruleWith } from './rule-fixture.ts';

describe('without any rule', () => {
  test('what is held and harmless is allowed by its scope', () => {
    expect(verdictOn(callOf())).toEqual({
      kind: 'allow',
      rule: 'scope read:files',
      token: 'open_file',
      explain: '',
    });
    expect(verdictOn(write('/w/app/a.ts')).kind).toBe('allow');
  });

  test('what runs code or destroys is confirmed, and it is said why', () => {
    expect(verdictOn(run())).toEqual({
      kind: 'ask',
      rule: 'confirm',
      token: 'exec_command',
      explain: 'It runs code.',
      because: ['It runs code.'],
    });
    expect(verdictOn(remove())).toMatchObject({
      kind: 'ask',
      because: ['It can delete data.'],
    });
  });

  test.each(['/w/app/.git/hooks/pre-commit', '/w/app/package.json', '/w/app/.envrc'])(
    'E1 a change of %s is confirmed, and its effect is named',
    (path) => {
      const verdict = verdictOn(write(path));
      expect(verdict).toMatchObject({ kind: 'ask', rule: 'confirm' });
      const effect = protectionOf(path, places)?.effect ?? 'none';
      expect(verdict.kind === 'ask' && verdict.because).toEqual([`${path}: ${effect}`]);
    },
  );

  test('E1 reading and listing the same is not', () => {
    for (const use of ['read', 'list'] as const)
      expect(verdictOn(callOf({ places: [placeAt('/w/app/package.json', use)] })).kind).toBe(
        'allow',
      );
  });

  test.each(['create', 'delete', 'write'] as const)('E1 to %s it is a change', (use) => {
    const call = callOf({ kind: 'write', places: [placeAt('/w/app/package.json', use)] });
    expect(verdictOn(call).kind).toBe('ask');
  });

  test('D7 a change of a file with a second name elsewhere is confirmed', () => {
    const verdict = verdictOn(write('/w/app/a.ts', { links: 2 }));
    expect(verdict).toMatchObject({
      kind: 'ask',
      because: [expect.stringContaining('another name elsewhere')],
    });
    const over = placeAt('/w/app/a.ts', 'create', { links: 2 });
    expect(verdictOn(callOf({ kind: 'write', places: [over] })).kind).toBe('ask');
    const reading = callOf({ places: [placeAt('/w/app/a.ts', 'read', { links: 2 })] });
    expect(verdictOn(reading).kind).toBe('allow');
  });

  test.each([
    ['https://shop.example', 'https://shop.example'],
    [null, 'an unknown site'],
  ])('a tool of a page of %s is confirmed, whatever it says of itself', (site, named) => {
    const tool = { site, annotations: { readOnlyHint: true } } as ResolvedCall['tool'];
    expect(verdictOn({ ...callOf({ places: [] }), tool })).toMatchObject({
      kind: 'ask',
      token: named,
      because: [`It runs in a page of ${named}, as you are signed in there.`],
    });
  });

  test('the weightiest reason comes first', () => {
    const at = [placeAt('/w/app/.git/config', 'delete')];
    const verdict = verdictOn(callOf({ action: 'delete_file', kind: 'destroy', places: at }));
    expect(verdict.kind === 'ask' && verdict.because).toEqual([
      expect.stringContaining('/w/app/.git/config: '),
      'It can delete data.',
    ]);
  });
});

/** Each effect or none at each of three places: 4^3 books, all 3^3 full orders among them. */
const effects = ['allow', 'ask', 'deny', null] as const;
const books = effects.flatMap((first) =>
  effects.flatMap((second) => effects.map((third) => [first, second, third] as const)),
);

describe('L1 deny beats ask beats allow', () => {
  test.each(books)('in the order %s, %s, %s', (...store) => {
    const said = store.filter((effect) => effect !== null);
    const rules = said.map((effect) => ruleWith({ effect, actions: ['open_file'] }));
    const strongest = (['deny', 'ask', 'allow'] as const).find((one) => said.includes(one));
    const verdict = verdictOn(callOf(), ...rules);
    expect(verdict.kind).toBe(strongest ?? 'allow');
    const by = rules.find((rule) => rule.effect === strongest)?.ruleId;
    expect(verdict.rule).toBe(by ?? 'scope read:files');
  });

  test('a more specific allow never opens a deny', () => {
    const call = remove();
    const deny = ruleWith({ effect: 'deny', within: '/w' });
    const allow = ruleWith({
      effect: 'allow',
      client: agent.clientId,
      actions: ['delete_file'],
      within: '/w/app',
      exactly: call.digest,
    });
    expect(verdictOn(call, allow, deny)).toMatchObject({
      kind: 'deny',
      rule: deny.ruleId,
      refusal: { code: 'denied-by-rule' },
    });
  });

  test('an ask rule beats the most exact allow', () => {
    const call = remove();
    const ask = ruleWith({ effect: 'ask', actions: ['delete_file'] });
    const allow = ruleWith({ effect: 'allow', exactly: call.digest });
    const verdict = verdictOn(call, allow, ask);
    expect(verdict).toMatchObject({ kind: 'ask', rule: ask.ruleId });
    expect(verdict.kind === 'ask' && verdict.because).toEqual([
      'One of your rules requires it: Ask before letting any agent delete a file or folder.',
      'It can delete data.',
    ]);
  });

  test('an ask rule asks about what would pass without a word', () => {
    const ask = ruleWith({ effect: 'ask', within: '/w/app' });
    expect(verdictOn(callOf(), ask)).toMatchObject({
      kind: 'ask',
      because: [
        'One of your rules requires it: Ask before letting any agent do anything in /w/app.',
      ],
      explain: 'Ask before letting any agent do anything in /w/app. It matches /w/app/a.ts.',
    });
  });
});

describe('what is always confirmed', () => {
  const dangerous = [
    ['destroys', remove()],
    ['runs code', run()],
    ['touches a protected place', write('/w/app/package.json')],
    ['reaches a second name', write('/w/app/a.ts', { links: 2 })],
  ] as const;

  test.each(dangerous)('what %s is let by a rule for exactly this call', (_what, call) => {
    const rule = ruleWith({ effect: 'allow', exactly: call.digest });
    expect(verdictOn(call, rule)).toMatchObject({
      kind: 'allow',
      rule: rule.ruleId,
      token: 'the whole call',
    });
  });

  test.each(dangerous)('G13 what %s is not let by a broad one', (_what, call) => {
    const broad = ruleWith({ effect: 'allow', actions: [call.action], within: null });
    expect(verdictOn(call, broad)).toMatchObject({ kind: 'ask', rule: 'confirm' });
  });

  test.each(dangerous)('what %s is not let by a rule for another call', (_what, call) => {
    const other = ruleWith({ effect: 'allow', exactly: sha256('something else') });
    expect(verdictOn(call, other).kind).toBe('ask');
  });

  const mayDoElse = [
    ['a command that can only be allowed once', { ...run(), command: commandThat('once') }],
    ['a change of files that nobody can name', { ...write('/w/app/a.ts'), plan: 'unknown' }],
  ] as const;

  test.each(mayDoElse)('G13 %s is let by no rule at all', (_what, call) => {
    const rule = ruleWith({ effect: 'allow', exactly: call.digest });
    expect(verdictOn(call, rule)).toMatchObject({ kind: 'ask', rule: 'confirm' });
  });

  test('of many reasons twelve are told, and how many more there are', () => {
    const sentenceFor = (count: number) => {
      const verdict = verdictOn({ ...run(), command: commandThat('session', count) });
      return verdict.kind === 'ask' ? verdict.because : [];
    };
    expect(sentenceFor(12)).toHaveLength(12);
    expect(sentenceFor(12).at(-1)).toBe('it does 12.');
    expect(sentenceFor(13)).toHaveLength(13);
    expect(sentenceFor(13).at(-1)).toBe('And 1 more like these.');
  });
});

describe('an explanation names the rule and the word of the call it took', () => {
  test.each([
    [{ actions: ['open_file'] }, 'open_file'],
    [{ within: '/w/app' }, '/w/app/a.ts'],
    [{ client: agent.clientId }, 'cursor'],
    [{ exactly: callOf().digest }, 'the whole call'],
  ] as const)('%j', (own, token) => {
    const rule = ruleWith({ effect: 'deny', ...own });
    expect(verdictOn(callOf(), rule)).toMatchObject({ rule: rule.ruleId, token });
  });
});

describe('a rule does not speak', () => {
  test.each([
    ['for another client', { client: 'other' as ClientId }],
    ['of another action', { actions: ['delete_file'] }],
    ['of another folder', { within: '/w/application' }],
    ['of another call', { exactly: sha256('x') }],
    ['when its time is over', { until: now }],
  ] as const)('%s', (_how, own) => {
    expect(verdictOn(callOf(), ruleWith({ effect: 'deny', ...own })).kind).toBe('allow');
  });

  test('before its time is over it does', () => {
    expect(verdictOn(callOf(), ruleWith({ effect: 'deny', until: now + 1 })).kind).toBe('deny');
  });
});

describe('a rule about a folder', () => {
  const move = (from: string, to: string): ResolvedCall => {
    const at = [placeAt(from, 'delete'), placeAt(to, 'create')];
    return callOf({ action: 'rename_file', kind: 'write', places: at });
  };

  test.each(['deny', 'ask'] as const)('that says %s is met by one foot in it', (effect) => {
    const rule = ruleWith({ effect, within: '/w/app/secret' });
    expect(verdictOn(move('/w/app/secret/a', '/w/app/b'), rule)).toMatchObject({
      kind: effect,
      token: '/w/app/secret/a',
    });
    expect(verdictOn(move('/w/app/b', '/w/app/secret/a'), rule).kind).toBe(effect);
  });

  test('that allows needs all paths in it', () => {
    const rule = ruleWith({ effect: 'allow', actions: ['rename_file'], within: '/w/app/src' });
    expect(verdictOn(move('/w/app/src/a', '/w/app/src/b'), rule).rule).toBe(rule.ruleId);
    expect(verdictOn(move('/w/app/src/a', '/w/app/b'), rule).rule).toBe('scope read:files');
  });

  test('does not allow a call that names no path at all', () => {
    const rule = ruleWith({ effect: 'allow', actions: ['exec_command'], within: '/w' });
    expect(verdictOn(run(), rule).kind).toBe('ask');
    const look = ruleWith({ effect: 'allow', actions: ['open_file'], within: '/w' });
    expect(verdictOn(callOf({ places: [] }), look).rule).toBe('scope read:files');
  });

  test('that forbids is met by moving the folder around it', () => {
    const rule = ruleWith({ effect: 'deny', within: '/w/app/a/secret' });
    expect(verdictOn(move('/w/app/a', '/w/app/b'), rule)).toMatchObject({
      kind: 'deny',
      token: '/w/app/a',
    });
    expect(verdictOn(move('/w/app/b', '/w/app/a'), rule).kind).toBe('allow');
  });
});

import { describe, expect, it } from 'vitest';
import {
  actionsByScope,
  emptyForm,
  endOfSpan,
  endWords,
  formOf,
  madeWords,
  draftSentence,
  trialWords,
  lastUseWords,
  removedWords,
  draftOf,
} from '../../src/renderer/rules/rules-text.ts';
import { matchingRules, unusedRules } from '../../src/renderer/rules/rule-search.ts';
import type { RuleTrial, RuleView, RuleDraft } from '../../src/shared/rules/rules.ts';
import { noon, utc } from './samples.ts';

const day = 24 * 3600 * 1000;

const rule: RuleView = {
  ruleId: '2f0f5f0e-0d5c-4a83-9d33-000000000009',
  effect: 'deny',
  sentence: 'Never let any agent delete a file or folder.',
  what: 'delete a file or folder',
  client: null,
  folder: null,
  exactCall: null,
  fromEntry: null,
  createdAt: noon - day,
  until: null,
  lastUsedAt: null,
};

describe('a rule says', () => {
  it.each([
    [null, 'Until you remove it'],
    [noon + 3_600_000, 'Ends today 13:00'],
    [noon + 30 * day, 'Ends 14 Feb 12:00'],
    [noon + 365 * day, 'Ends 15 Jan 2027 12:00'],
  ])('when it ends: %o', (until, words) =>
    expect(endWords({ ...rule, until }, noon, utc)).toBe(words),
  );

  it('when it was last used, or that it never was', () => {
    expect(lastUseWords(rule, noon, utc)).toBe('Never');
    expect(lastUseWords({ ...rule, lastUsedAt: noon - 5000 }, noon, utc)).toBe('today 11:59');
  });

  it.each([
    [{}, 'Created 14 Jan 12:00 manually'],
    [{ fromEntry: 'x' }, 'Created 14 Jan 12:00 from an entry'],
    [{ exactCall: '[]' }, 'Created 14 Jan 12:00 from an ask'],
  ])('what it was made from: %o', (own, words) =>
    expect(madeWords({ ...rule, ...own }, noon, utc)).toBe(words),
  );

  it('the absolute end of a span before it is saved', () => {
    expect(endOfSpan(8 * 3600, noon, utc)).toBe('Ends today 20:00');
    expect(endOfSpan(null, noon, utc)).toBe('No end date');
  });
});

describe('a form', () => {
  const draft: RuleDraft = {
    ...{ effect: 'ask', client: 'cursor', actions: ['delete_file'], within: '/w' },
    ...{ seconds: 3600, fromEntry: 'e' },
  };

  it('with nothing ticked is no rule about everything', () => {
    expect(draftOf(emptyForm)).toBeNull();
    expect(draftOf({ ...emptyForm, anything: true })).toMatchObject({ actions: [], client: null });
  });

  it('gives back the draft it was opened with', () => {
    expect(draftOf(formOf(draft))).toEqual(draft);
    const broad = { ...draft, actions: [], client: null, within: null };
    expect(draftOf(formOf(broad))).toEqual(broad);
  });

  it('leaves out what is ticked when anything is meant, and spaces around names', () => {
    const form = { ...formOf(draft), anything: true, client: ' cursor ', within: '  ' };
    expect(draftOf(form)).toMatchObject({ actions: [], client: 'cursor', within: null });
  });

  it('G13 says in one sentence exactly what the rule will match', () => {
    expect(draftSentence(draft)).toBe('Ask before letting cursor delete a file or folder in /w.');
    expect(draftSentence({ ...draft, within: '/w/\u202Etxt' })).not.toContain('\u202E');
  });
});

describe('a trial says', () => {
  const trial: RuleTrial = {
    ...{ days: 30, all: 9, looked: 9, matched: 0, carriedOut: 0, unclear: 0 },
    ...{ examples: [], complete: true },
  };

  it.each([
    [{}, 'deny', 'Matches no calls from the last 30 days.'],
    [
      { matched: 3, carriedOut: 2 },
      'deny',
      'Matches 3 calls from the last 30 days. 2 were carried out; the rule would have denied this. 1 was not carried out anyway.',
    ],
    [
      { matched: 1, carriedOut: 1 },
      'ask',
      'Matches 1 call from the last 30 days. 1 was carried out; you would have been asked first.',
    ],
    [
      { unclear: 2 },
      'deny',
      'Matches no calls from the last 30 days. 2 more may be in that folder; the search index cannot tell.',
    ],
    [
      { all: 40_000, looked: 25_000, complete: false },
      'ask',
      'Matches no calls from the last 30 days. Only the newest 25,000 of 40,000 entries were checked. The search index is still being built; there may be more.',
    ],
  ] as const)('%o', (own, effect, words) =>
    expect(trialWords({ ...trial, ...own }, effect).join(' ')).toBe(words),
  );
});

it('actions stand by their scopes, in the order of the catalogue', () => {
  const action = (
    name: 'open_file' | 'delete_file' | 'close_buffer',
    scope: 'read:files' | 'delete:files',
  ) => ({ name, scope, title: name, kind: 'read' }) as const;
  const one = action('open_file', 'read:files');
  const two = action('delete_file', 'delete:files');
  const three = action('close_buffer', 'read:files');
  expect(actionsByScope([one, two, three])).toEqual([
    { scope: 'read:files', actions: [one, three] },
    { scope: 'delete:files', actions: [two] },
  ]);
});

describe('the table of rules', () => {
  const allow = {
    ...rule,
    ruleId: 'a',
    effect: 'allow',
    sentence: 'Let cursor run npm test.',
  } as const;

  it('is searched by every word, in sentence, folder, agent and effect', () => {
    const there = { ...allow, folder: '/home/mira/harbour', client: 'cursor' };
    expect(matchingRules([rule, there], 'NPM harbour')).toEqual([there]);
    expect(matchingRules([rule, there], 'deny')).toEqual([rule]);
    expect(matchingRules([rule, there], 'npm nowhere')).toEqual([]);
    expect(matchingRules([rule, there], ' ')).toEqual([rule, there]);
  });

  it('counts as unused what allows and was not used, never what protects', () => {
    const used = { ...allow, ruleId: 'b', lastUsedAt: noon - 29 * day };
    const old = { ...allow, ruleId: 'c', createdAt: noon - 90 * day, lastUsedAt: noon - 31 * day };
    const fresh = { ...allow, ruleId: 'd', createdAt: noon - 3_600_000 };
    const never = { ...allow, ruleId: 'e', createdAt: noon - 2 * day };
    expect(unusedRules([rule, used, old, fresh, never], noon)).toEqual([old, never]);
  });

  it('says what was removed', () => {
    expect(removedWords([allow])).toBe('Let cursor run npm test.');
    expect(removedWords([allow, rule])).toBe('2 rules');
  });
});

import { describe, expect, test } from 'vitest';
import { isKeepable, TypedNames, whyNotYes } from '../../src/main/shell/ask-checks.ts';
import type { AskId } from '../../src/shared/ids.ts';
import { sampleAsk, sampleConfirm } from '../renderer/samples.ts';

const once = { kind: 'once' } as const;

function typing() {
  let now = 0;
  return { names: new TypedNames(() => now), pass: (ms: number) => void (now += ms) };
}

describe('G10 what cannot be had back', () => {
  const ask = sampleConfirm({ typeToAllow: 'rm' });

  test('is not allowed by a button alone, however often it is pressed', () => {
    const { names } = typing();
    for (let press = 0; press < 1_000; press += 1)
      expect(whyNotYes(ask, once, names)).toBe('Type rm first. What you type counts for a minute.');
    expect(whyNotYes(ask, { kind: 'session' }, names)).toContain('Type rm first');
  });

  test('is allowed once its name was typed, for a minute', () => {
    const { names, pass } = typing();
    expect(names.typed(ask, 'r')).toBe(false);
    expect(names.typed(ask, ' rm ')).toBe(true);
    pass(60_000);
    expect(whyNotYes(ask, once, names)).toBeNull();
    pass(1);
    expect(whyNotYes(ask, once, names)).toContain('Type rm first');
  });

  test('is not allowed by what was typed for another ask, or taken back', () => {
    const { names } = typing();
    const other = sampleConfirm({ typeToAllow: 'rm', askId: crypto.randomUUID() as AskId });
    names.typed(other, 'rm');
    expect(whyNotYes(ask, once, names)).toContain('Type rm first');
    names.typed(ask, 'rm');
    names.typed(ask, 'rm -');
    expect(whyNotYes(ask, once, names)).toContain('Type rm first');
  });

  test('can always be denied, and never becomes a rule', () => {
    const { names } = typing();
    expect(whyNotYes(ask, { kind: 'deny', reason: '' }, names)).toBeNull();
    const ruleDraft = { exactly: '0'.repeat(64), exactCall: '[]', exactSentence: 'x' };
    expect(isKeepable({ ...ask, ruleDraft })).toBe(false);
    expect(isKeepable({ ...ask, typeToAllow: null, ruleDraft })).toBe(true);
    expect(isKeepable({ ...ask, typeToAllow: null, ruleDraft: null })).toBe(false);
  });
});

test('a caller that could not be verified gets a quarter of an hour at most', () => {
  const { names } = typing();
  const ask = sampleAsk();
  const allow = (seconds: number) =>
    whyNotYes(ask, { kind: 'allow', scopes: ask.scopes, roots: ask.roots, seconds }, names);
  expect(ask.agent.verified).toBeNull();
  expect(allow(900)).toBeNull();
  expect(allow(901)).toContain('15 minutes at most');
});

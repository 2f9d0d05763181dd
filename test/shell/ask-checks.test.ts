import { describe, expect, test } from 'vitest';
import {
  isKeepable,
  SeenParts,
  TypedNames,
  whyNotYes,
} from '../../src/main/shell/windows/ask-checks.ts';
import type { Ask, AskAnswer } from '../../src/shared/asks/asks.ts';
import type { AskId } from '../../src/shared/base/ids.ts';
import { requiredReading, rootPart } from '../../src/shared/asks/required-reading.ts';
import { sampleAsk, sampleConfirm } from '../renderer/samples.ts';

const once = { kind: 'once' } as const;

function typing() {
  let now = 0;
  return { names: new TypedNames(() => now), pass: (ms: number) => void (now += ms) };
}

const read = (ask: Ask): SeenParts => {
  const seen = new SeenParts();
  seen.seen(ask.askId, requiredReading(ask));
  return seen;
};
const whyNot = (ask: Ask, answer: AskAnswer, typed: TypedNames, seen = read(ask)) =>
  whyNotYes(ask, answer, { typed, seen });

describe('G10 what cannot be had back', () => {
  const ask = sampleConfirm({ typeToAllow: 'rm' });

  test('is not allowed by a button alone, however often it is pressed', () => {
    const { names } = typing();
    for (let press = 0; press < 1_000; press += 1)
      expect(whyNot(ask, once, names)).toBe('Type rm first. Then click Allow within a minute.');
    expect(whyNot(ask, { kind: 'session' }, names)).toContain('Type rm first');
  });

  test('is allowed once its name was typed, for a minute', () => {
    const { names, pass } = typing();
    expect(names.typed(ask, 'r')).toBe(false);
    expect(names.typed(ask, ' rm ')).toBe(true);
    pass(60_000);
    expect(whyNot(ask, once, names)).toBeNull();
    pass(1);
    expect(whyNot(ask, once, names)).toContain('Type rm first');
  });

  test('is not allowed by what was typed for another ask, or taken back', () => {
    const { names } = typing();
    const other = sampleConfirm({ typeToAllow: 'rm', askId: crypto.randomUUID() as AskId });
    names.typed(other, 'rm');
    expect(whyNot(ask, once, names)).toContain('Type rm first');
    names.typed(ask, 'rm');
    names.typed(ask, 'rm -');
    expect(whyNot(ask, once, names)).toContain('Type rm first');
  });

  test('can always be denied, and never becomes a rule', () => {
    const { names } = typing();
    expect(whyNot(ask, { kind: 'deny', reason: '' }, names)).toBeNull();
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
    whyNot(ask, { kind: 'allow', scopes: ask.scopes, roots: ask.roots, seconds }, names);
  expect(ask.agent.verified).toBeNull();
  expect(allow(900)).toBeNull();
  expect(allow(901)).toContain('limit is 15 minutes');
});

describe('G9 main counts no yes before every part of the ask was reported as seen', () => {
  const { names } = typing();
  const roots = Array.from({ length: 16 }, (_, nth) => `/home/mira/proj-${nth}`);
  const access = sampleAsk({ roots });
  const allow = { kind: 'allow', scopes: access.scopes, roots, seconds: 60 } as const;
  const changes = ['/w/a', '/w/b'].map((path) => ({ path, diff: '+x\n', isProtected: false }));
  const confirm = sampleConfirm({ changes, forSession: `every write_file of ${'x'.repeat(200)}` });

  test.each([
    ['access', access, allow],
    ['a call', confirm, { kind: 'once' }],
    ['a call, for the session', confirm, { kind: 'session' }],
  ] as const)('%s', (_what, ask, answer) => {
    expect(whyNot(ask, answer, names, new SeenParts())).toContain('on screen');
    for (const missing of requiredReading(ask)) {
      const seen = new SeenParts();
      seen.seen(
        ask.askId,
        requiredReading(ask).filter((part) => part !== missing),
      );
      expect(whyNot(ask, answer, names, seen)).toContain('on screen');
      seen.seen(ask.askId, [missing]);
      expect(whyNot(ask, answer, names, seen)).toBeNull();
    }
    expect(whyNot(ask, { kind: 'deny', reason: '' }, names, new SeenParts())).toBeNull();
  });

  test('what was seen of another ask counts for nothing, and a folder picked later has to be seen', () => {
    const seen = read(access);
    const other = sampleAsk({ roots, askId: crypto.randomUUID() as AskId });
    expect(whyNot(other, allow, names, seen)).toContain('on screen');
    const narrowed = sampleAsk({
      roots,
      picked: [{ path: '/home/mira/proj-1/in', device: '1', inode: '2' }],
    });
    expect(whyNot(narrowed, allow, names, seen)).toContain('on screen');
    seen.seen(narrowed.askId, [rootPart('/home/mira/proj-1/in')]);
    expect(whyNot(narrowed, allow, names, seen)).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { recordedWords } from '../../src/renderer/ask/answer-words.ts';
import { actionName, confirmFacts, whyNotConfirmed } from '../../src/renderer/ask/confirm-words.ts';
import { evidenceOf } from '../../src/renderer/ask/evidence.ts';
import { risksOfAsk } from '../../src/renderer/words/risk-words.ts';
import { waitingWords } from '../../src/renderer/words/waiting-words.ts';
import type { ConfirmAsk } from '../../src/shared/asks.ts';
import { exactly, noon, sampleAsk, sampleConfirm } from './samples.ts';

const nothingDone = { hasRead: false, hasSeenMarks: false, untyped: null };
const factsOf = (ask: ConfirmAsk) => confirmFacts(ask, evidenceOf(ask));
const obstacle = (parts: Partial<ConfirmAsk>, done = {}) => {
  const ask = sampleConfirm(parts);
  return whyNotConfirmed(ask, factsOf(ask), { ...nothingDone, ...done }, noon);
};

describe('a call can be allowed', () => {
  it('at once when it only changes a file', () => {
    expect(obstacle({ actionKind: 'write' })).toBeNull();
  });

  it.each(['run', 'destroy'] as const)('only once it was read, when its kind is %s', (kind) => {
    expect(obstacle({ actionKind: kind })).toContain('to its end');
    expect(obstacle({ actionKind: kind }, { hasRead: true })).toBeNull();
  });

  it('only once it was read, when what files become is in no argument', () => {
    const changes = [{ path: '/w/a', diff: '-a\n+b\n', isProtected: true }];
    expect(obstacle({ actionKind: 'write', changes })).toContain('to its end');
    expect(obstacle({ actionKind: 'write', changes }, { hasRead: true })).toBeNull();
  });

  it('only once it was read, when it has a text of several lines that may go on out of sight', () => {
    const exact = exactly({ input: `a${'\n'.repeat(60)}rm -r x\n` });
    expect(obstacle({ actionKind: 'write', exact })).toContain('to its end');
    expect(obstacle({ actionKind: 'write', exact }, { hasRead: true })).toBeNull();
  });

  it('only once its marks were found and seen', () => {
    const exact = exactly({ path: '/w/\u202Egpj.exe' });
    expect(obstacle({ exact })).toContain('to its end');
    expect(obstacle({ exact }, { hasRead: true })).toContain('marked characters');
    expect(obstacle({ exact }, { hasRead: true, hasSeenMarks: true })).toBeNull();
  });

  it('only once marks in the sentence or the claimed name were seen', () => {
    expect(obstacle({ sentence: 'Write a\u200B' })).toContain('marked characters');
    const agent = { ...sampleConfirm().agent, claimedName: 'a\u0007' };
    expect(obstacle({ agent })).toContain('marked characters');
  });

  it('G10 only once its name was typed, where it cannot be had back', () => {
    expect(obstacle({ actionKind: 'write' }, { untyped: 'rm' })).toContain('First type rm');
  });

  it('not after silence has become no, whatever was read', () => {
    expect(obstacle({ deadline: noon }, { hasRead: true })).toBe('Time is up. This counts as no.');
  });
});

it('shows the name of an action without its tricks', () => {
  expect(actionName(sampleConfirm({ action: 'a\u202Eb' }))).toBe('a⟨U+202E⟩b');
  expect(actionName(sampleConfirm({ action: 'x'.repeat(900) }))).toHaveLength(48);
});

it('colours a call by its kind and access by its scopes', () => {
  expect(risksOfAsk(sampleConfirm({ actionKind: 'destroy' }))).toEqual(['destroy']);
  expect(risksOfAsk(sampleAsk({ scopes: ['read:files', 'run:commands'] }))).toEqual([
    'look',
    'run',
  ]);
});

describe('who waits for an answer', () => {
  it('goes without saying when it is one call', () => {
    expect(waitingWords(sampleConfirm())).toBeNull();
  });

  it('is said when nobody does, or several do', () => {
    expect(waitingWords(sampleAsk({ waiting: 0 }))).toMatch(/^Nobody is waiting/);
    expect(waitingWords(sampleAsk({ waiting: 3 }))).toBe('Asked 3 times; one answer is for all.');
  });

  it('decides what a recorded answer may claim', () => {
    expect(recordedWords({ kind: 'once' }, 1)).toBe('Recorded: allowed once.');
    expect(recordedWords({ kind: 'once' }, 0)).toContain('Nothing was waiting');
    expect(recordedWords({ kind: 'deny', reason: '' }, 0)).toBe('Recorded: denied.');
  });
});

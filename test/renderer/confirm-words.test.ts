import { describe, expect, it } from 'vitest';
import { recordedWords } from '../../src/renderer/ask/frame/frame-text.ts';
import {
  actionName,
  isMarkedCall,
  whyNotConfirmed,
  type ConfirmState,
} from '../../src/renderer/ask/confirm/confirm-text.ts';
import { evidenceOf } from '../../src/renderer/ask/confirm/evidence.ts';
import { risksOfAsk } from '../../src/renderer/text/risk-words.ts';
import { waitingWords } from '../../src/renderer/text/waiting-words.ts';
import type { ConfirmAsk } from '../../src/shared/asks/asks.ts';
import { exactly, noon, sampleAsk, sampleConfirm } from './samples.ts';

const obstacle = (parts: Partial<ConfirmAsk>, done: Partial<ConfirmState> = {}) => {
  const ask = sampleConfirm(parts);
  const isMarked = isMarkedCall(ask, evidenceOf(ask));
  const state = { unread: null, isMarked, hasSeenMarks: false, untyped: null, ...done };
  return whyNotConfirmed(ask, state, noon);
};

describe('a call can be allowed', () => {
  it.each(['read', 'write', 'run', 'destroy'] as const)(
    'G9 only once all of it was on screen, also when its kind is %s',
    (actionKind) => {
      expect(obstacle({ actionKind }, { unread: 'Scroll' })).toBe('Scroll');
      expect(obstacle({ actionKind })).toBeNull();
    },
  );

  it('only once its marks were found and seen', () => {
    const exact = exactly({ path: '/w/\u202Egpj.exe' });
    expect(obstacle({ exact }, { unread: 'Scroll' })).toBe('Scroll');
    expect(obstacle({ exact })).toContain('marked characters');
    expect(obstacle({ exact }, { hasSeenMarks: true })).toBeNull();
  });

  it('only once marks in the sentence or the claimed name were seen', () => {
    expect(obstacle({ sentence: 'Write a\u200B' })).toContain('marked characters');
    const agent = { ...sampleConfirm().agent, claimedName: 'a\u0007' };
    expect(obstacle({ agent })).toContain('marked characters');
  });

  it('G10 only once its name was typed, where it cannot be had back', () => {
    expect(obstacle({ actionKind: 'write' }, { untyped: 'rm' })).toContain('Type rm');
  });

  it('not after silence has become no, whatever was read', () => {
    expect(obstacle({ deadline: noon })).toBe('Time is up.');
  });
});

it('shows the name of an action without its tricks', () => {
  expect(actionName(sampleConfirm({ action: 'a\u202Eb' }))).toBe('a⟨U+202E⟩b');
  expect(actionName(sampleConfirm({ action: 'x'.repeat(900) }))).toHaveLength(48);
});

it('colours a call by its kind and access by its scopes', () => {
  const destroys = sampleConfirm({ actionKind: 'destroy', typeToAllow: 'data' });
  expect(risksOfAsk(destroys)).toEqual(['destroy']);
  // It goes to the trash.
  expect(risksOfAsk({ ...destroys, typeToAllow: null })).toEqual(['change']);
  expect(risksOfAsk(sampleAsk({ scopes: ['read:files', 'run:commands'] }))).toEqual([
    'look',
    'run',
  ]);
});

describe('who waits for an answer', () => {
  it('goes without saying when it is one call', () => {
    expect(waitingWords(sampleConfirm())).toBeNull();
  });

  it('is reported when nobody does, or several do', () => {
    expect(waitingWords(sampleAsk({ waiting: 0 }))).toMatch(/^The agent is no longer waiting/);
    expect(waitingWords(sampleAsk({ waiting: 3 }))).toBe('Asked 3 times. One answer covers all.');
  });

  it('decides what a recorded answer may claim', () => {
    expect(recordedWords({ kind: 'once' }, 1)).toBe('Recorded: allowed once.');
    expect(recordedWords({ kind: 'once' }, 0)).toContain('no longer waiting');
    expect(recordedWords({ kind: 'deny', reason: '' }, 0)).toBe('Recorded: denied.');
  });
});

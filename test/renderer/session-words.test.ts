import { describe, expect, it } from 'vitest';
import {
  callsWords,
  endWords,
  lifetimeText,
  shareLeft,
  stateWords,
} from '../../src/renderer/sessions/sessions-text.ts';
import { noon, sampleSession, utc } from './samples.ts';

describe('a live session', () => {
  it('says how long it stays, and until when', () => {
    expect(lifetimeText(sampleSession(), noon + 180_000, utc)).toBe('12 min left, until 12:15');
  });

  it('says the idle end where that comes first', () => {
    const idle = sampleSession({ expiresAt: noon + 7_200_000, idleEndsAt: noon + 1_200_000 });
    expect(lifetimeText(idle, noon, utc)).toBe('20 min left, until 12:20, or 14:00 if used');
  });

  it('says when it does not simply work', () => {
    expect(stateWords(sampleSession())).toBeNull();
    expect(stateWords(sampleSession({ state: 'DEGRADED' }))).toBe(
      'No editor connected. Calls wait.',
    );
    expect(stateWords(sampleSession({ state: 'PAUSED' }))).toMatch(/^Paused/);
  });

  it('has a ring that empties and never turns inside out', () => {
    const session = sampleSession();
    const moments = [-1000, 0, 450_000, 900_000, 5_000_000];
    expect(moments.map((ms) => shareLeft(session, noon + ms))).toEqual([1, 1, 0.5, 0, 0]);
    expect(shareLeft(sampleSession({ expiresAt: noon }), noon)).toBe(0);
  });

  it('counts its calls', () => {
    expect(callsWords(sampleSession())).toBe('no calls so far');
    expect(callsWords(sampleSession({ calls: 2, lastAction: 'open_file' }))).toBe(
      '2 calls so far, last open_file',
    );
  });
});

describe('an ended session', () => {
  const ended = (by: 'deadline' | 'person') =>
    sampleSession({ state: 'EXPIRED', ended: { at: noon, by }, calls: 1 });

  it('says how it ended', () => {
    expect(endWords(ended('deadline'), utc)).toBe('Ended 12:00: time expired');
    expect(endWords(ended('person'), utc)).toBe('Ended 12:00: revoked');
    expect(callsWords(ended('person'))).toBe('1 call');
  });
});

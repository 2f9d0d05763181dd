import { describe, expect, it } from 'vitest';
import {
  callsWords,
  endWords,
  shareLeft,
  splitSessions,
  stayWords,
} from '../../src/renderer/sessions/session-words.ts';
import { noon, sampleSession, utc } from './samples.ts';

describe('a live session', () => {
  it('says how long it stays, and until when', () => {
    expect(stayWords(sampleSession(), noon + 180_000, utc)).toBe('12 min left, until 12:15');
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
    expect(endWords(ended('deadline'), utc)).toBe('Ended 12:00: time ran out');
    expect(endWords(ended('person'), utc)).toBe('Ended 12:00: revoked');
    expect(callsWords(ended('person'))).toBe('1 call');
  });
});

it('lists live sessions by what ends first and ended ones by what ended last', () => {
  const live = [2, 1].map((n) => sampleSession({ expiresAt: noon + n }));
  const ended = [3, 4].map((n) =>
    sampleSession({ state: 'REVOKED', ended: { at: noon + n, by: 'person' } }),
  );
  const split = splitSessions([...ended, ...live]);
  expect(split.live.map(({ expiresAt }) => expiresAt - noon)).toEqual([1, 2]);
  expect(split.ended.map((session) => (session.ended?.at ?? 0) - noon)).toEqual([4, 3]);
});

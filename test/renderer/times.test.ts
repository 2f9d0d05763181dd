import { describe, expect, it } from 'vitest';
import {
  ago,
  clockTime,
  endTime,
  pastTime,
  spanWords,
  timeLeft,
  tookWords,
} from '../../src/renderer/text/times.ts';
import { noon, utc } from './samples.ts';

const hour = 3_600_000;

describe('moments', () => {
  it("are in the user's time zone", () => {
    expect(clockTime(noon, utc)).toBe('12:00');
    expect(clockTime(noon, { locale: 'en-US', timeZone: 'America/New_York' })).toMatch(
      /^7:00\sAM$/,
    );
  });

  it('say tomorrow when the end is past midnight', () => {
    expect(endTime(noon + hour, noon, utc)).toBe('13:00');
    expect(endTime(noon + 13 * hour, noon, utc)).toBe('tomorrow 01:00');
  });

  it('carry the day when it is not today', () => {
    expect(pastTime(noon, noon + hour, utc)).toBe('12:00:00');
    expect(pastTime(noon - 24 * hour, noon, utc)).toBe('14 Jan 12:00:00');
  });
});

describe('spans', () => {
  it.each([
    [45, '45 s'],
    [60, '1 min'],
    [90, '1 min 30 s'],
    [900, '15 min'],
    [3600, '1 h'],
    [5430, '1 h 30 min'],
    [28_800, '8 h'],
  ])('%i seconds are "%s"', (seconds, words) => expect(spanWords(seconds)).toBe(words));

  it.each([
    [3 * hour + 5 * 60_000, '3 h 5 min left'],
    [12 * 60_000 + 59_999, '12 min left'],
    [119_000, '1 min 59 s left'],
    [59_999, '59 s left'],
    [999, 'ends now'],
    [-5000, 'ends now'],
  ])('with %i ms to go it says "%s", never more than is left', (ms, words) =>
    expect(timeLeft(ms)).toBe(words),
  );

  it('long durations are shown in minutes', () => {
    expect(ago(-20)).toBe('just now');
    expect(ago(5 * 60_000 + 30_000)).toBe('5 min ago');
  });

  it('durations of calls are shown in milliseconds, then seconds', () => {
    expect([tookWords(3.4), tookWords(1240), tookWords(61_000)]).toEqual([
      '3 ms',
      '1.2 s',
      '1 min 1 s',
    ]);
  });
});

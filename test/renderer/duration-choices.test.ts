import { describe, expect, it } from 'vitest';
import {
  durationChoices,
  longestFor,
  preselectedSeconds,
} from '../../src/renderer/ask/access/duration-choices.ts';
import { maxSessionSeconds } from '../../src/shared/access/session-limits.ts';

describe('how long a session may last', () => {
  it('offers one call or four spans, the last one honest about its cap', () => {
    const choices = durationChoices(900);
    expect(choices.map(({ label }) => label)).toEqual([
      'Once',
      '15 min',
      '1 hour',
      '4 hours',
      'Until I quit',
    ]);
    expect(choices[0]).toMatchObject({ once: true, note: 'for one call, within 5 min' });
    expect(choices.at(-1)).toMatchObject({
      seconds: maxSessionSeconds,
      note: 'up to 8 h; ends when Gatehouse quits',
    });
  });

  it.each([
    [300, 300],
    [900, 900],
    [1000, 900],
    [7200, 3600],
    [maxSessionSeconds, maxSessionSeconds],
  ])(
    'a request for %i seconds preselects %i: the same, or the nearest that is not longer',
    (draft, selected) => expect(preselectedSeconds(draft)).toBe(selected),
  );

  it('offers a requested duration shorter than all of them unchanged', () => {
    const asked = { seconds: 90, once: false, label: '1 min 30 s', note: 'as requested' };
    expect(durationChoices(90)[1]).toEqual(asked);
    expect(preselectedSeconds(90)).toBe(90);
  });

  it('offers only short stays where it is not known which program calls', () => {
    const longest = longestFor({ verified: null });
    expect(durationChoices(7200, longest).map(({ label }) => label)).toEqual(['Once', '15 min']);
    expect(preselectedSeconds(7200, longest)).toBe(900);
  });

  it('once is never what is ticked beforehand', () => {
    expect(preselectedSeconds(300)).toBe(300);
    expect(preselectedSeconds(120)).toBe(120);
  });

  it('never offers less than the shortest session there is', () => {
    expect(preselectedSeconds(1)).toBe(60);
  });
});

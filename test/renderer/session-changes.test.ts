import { describe, expect, it } from 'vitest';
import { extendChoices, whyNotLonger } from '../../src/renderer/sessions/extend-choices.ts';
import {
  isEmpty,
  isWhole,
  narrowLabel,
  restOf,
  restWords,
} from '../../src/renderer/sessions/sessions-text.ts';
import { noon, sampleSession, utc } from './samples.ts';

const hour = 3_600_000;

describe('extending a session', () => {
  it('adds to its end and says the new one', () => {
    expect(extendChoices(sampleSession(), null, noon + 300_000, utc)).toEqual([
      { seconds: 1500, end: '12:30', label: '+15 min, until 12:30' },
      { seconds: 4200, end: '13:15', label: '+1 h, until 13:15' },
    ]);
  });

  it('goes no further than the longest stay, counted from the start', () => {
    const long = sampleSession({ expiresAt: noon + 7.5 * hour });
    expect(extendChoices(long, null, noon + 7 * hour, utc).map(({ label }) => label)).toEqual([
      '+15 min, until 19:45',
      'As long as possible, until 20:00',
    ]);
  });

  it('goes no further than the session it is part of', () => {
    const parent = sampleSession({ expiresAt: noon + 1_200_000 });
    const choices = extendChoices(sampleSession(), parent, noon, utc);
    expect(choices.map(({ label }) => label)).toEqual(['As long as possible, until 12:20']);
  });

  it('is not offered when there is nothing to gain, and says why', () => {
    const longest = sampleSession({ expiresAt: noon + 8 * hour });
    expect(extendChoices(longest, null, noon, utc)).toEqual([]);
    expect(extendChoices(sampleSession(), sampleSession(), noon, utc)).toEqual([]);
    expect(whyNotLonger(null)).toContain('8 h');
    expect(whyNotLonger(sampleSession())).toContain('parent session');
  });

  it('asks for seconds that main accepts', () => {
    for (const left of [0, 1, 59, 3600, 8 * 3600]) {
      const session = sampleSession({ expiresAt: noon + left * 1000 });
      for (const { seconds } of extendChoices(session, null, noon, utc)) {
        expect(Number.isInteger(seconds) && seconds >= 60 && seconds <= 8 * 3600).toBe(true);
      }
    }
  });
});

describe('narrowing a session', () => {
  const session = sampleSession({ scopes: ['read:files', 'write:files', 'run:commands'] });

  it('keeps what stays ticked, and the button shows it', () => {
    const rest = restOf(session, { scopes: ['run:commands'], roots: [] });
    expect(rest).toEqual({ scopes: ['read:files', 'write:files'], roots: ['/home/mira/proj'] });
    expect(narrowLabel(session, rest)).toBe('Keep 2 scopes in 1 folder');
    expect(restWords(rest)).toBe('2 scopes in 1 folder');
  });

  it('does nothing while nothing is unticked', () => {
    const rest = restOf(session, { scopes: [], roots: [] });
    expect(isWhole(session, rest)).toBe(true);
    expect(narrowLabel(session, rest)).toBe('Clear what to remove');
  });

  it('counts no folders of a session that has none', () => {
    const own = sampleSession({ scopes: ['browser:tools', 'backend:read'], roots: [] });
    const rest = restOf(own, { scopes: ['backend:read'], roots: [] });
    expect(isEmpty(rest)).toBe(false);
    expect(narrowLabel(own, rest)).toBe('Keep 1 scope');
  });

  it('says that taking everything is revoking', () => {
    const rest = restOf(session, { scopes: [], roots: ['/home/mira/proj'] });
    expect(isEmpty(rest)).toBe(true);
    expect(narrowLabel(session, rest)).toContain('revoke');
  });
});

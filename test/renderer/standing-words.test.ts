import { describe, expect, test } from 'vitest';
import type { StandingGrantView } from '../../src/shared/access/remembered.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { muteWords } from '../../src/renderer/clients/muted-text.ts';
import {
  canResume,
  lapsedWords,
  mayWords,
  standingFacts,
  whySuspended,
} from '../../src/renderer/rules/standing-text.ts';
import { noon } from './samples.ts';

const utc = { locale: 'en-GB', timeZone: 'UTC' };
const day = 24 * 60 * 60_000;
const client = 'claude-code' as ClientId;

const grant: StandingGrantView = {
  ...{ grantId: 'g', client, executable: '/usr/bin/claude', roots: ['/w/app'] },
  ...{ scopes: ['read:files', 'write:files'], lapsed: [], seconds: 3600 },
  ...{ createdAt: noon - 2 * day, until: noon + 28 * day, lastUsedAt: noon - 3_600_000, starts: 1 },
  suspended: null,
};

describe('a standing grant on the Rules page', () => {
  test('says what it grants, how long, and when it was used', () => {
    expect(mayWords(grant)).toBe('Read files, save changes to files');
    const [end, each, used] = standingFacts(grant, noon, utc);
    expect(end).toMatch(/^Ends /);
    expect(each).toBe('1 h each time');
    expect(used).toMatch(/^Last used .* · started 1 time$/);
    const unused = { ...grant, until: null, lastUsedAt: null };
    expect(standingFacts(unused, noon, utc).slice(0, 3)).toEqual([
      'Until you remove it',
      '1 h each time',
      'Not used yet',
    ]);
  });

  test('says which scopes lapsed, and why it is suspended', () => {
    expect(lapsedWords(grant)).toBeNull();
    expect(lapsedWords({ ...grant, lapsed: ['delete:files'] })).toBe(
      'Left out, not used for 14 days: delete files.',
    );
    expect(whySuspended(grant)).toBeNull();
    const ended = { ...grant, suspended: { why: 'session-ended', at: noon } } as const;
    expect([whySuspended(ended), canResume(ended)]).toEqual([
      'Suspended: you ended its session.',
      true,
    ]);
    const changed = { ...grant, suspended: { why: 'program', at: noon } } as const;
    expect(canResume(changed)).toBe(false);
  });
});

test('a muted client is named with the end and the cause', () => {
  const mute = { clientId: client, until: noon + 300_000, why: 'denied', about: 'asks' } as const;
  expect(muteWords(mute, noon, utc)).toMatch(
    /^claude-code is muted until .*12:05: you denied several requests in a row\.$/,
  );
  expect(muteWords({ ...mute, about: 'connections' }, noon, utc)).toMatch(
    /^The network of claude-code is muted/,
  );
});

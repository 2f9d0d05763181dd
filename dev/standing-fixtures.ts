/** Standing grants and a muted client, for the pages with fixture data. */
import type { AccessAsk } from '../src/shared/access/access.ts';
import type { AskId, ClientId } from '../src/shared/base/ids.ts';
import type { StandingSnapshot } from '../src/shared/ipc/standing.ts';

const minutes = (amount: number): number => amount * 60_000;
const id = (tail: string): string => `2f0f5f0e-0d5c-4a83-9d33-${tail.padStart(12, '0')}`;

export const standingFixtures = (now: number): StandingSnapshot => ({
  standing: [
    {
      ...{ grantId: id('41'), client: 'claude-code' as ClientId, executable: '/usr/bin/claude' },
      ...{ roots: ['/home/mira/harbour'], seconds: 3600, starts: 6, suspended: null },
      ...{ scopes: ['read:files', 'write:files', 'run:commands'], lapsed: ['delete:files'] },
      ...{ createdAt: now - minutes(20_000), until: now + minutes(23_000) },
      lastUsedAt: now - minutes(95),
    },
    {
      ...{ grantId: id('42'), client: 'opencode' as ClientId, executable: '/usr/bin/node' },
      ...{ roots: ['/home/mira/almanac'], seconds: 900, starts: 1, lapsed: [] },
      ...{ scopes: ['read:files'], createdAt: now - minutes(900), until: null },
      ...{ lastUsedAt: now - minutes(800), suspended: { why: 'program', at: now - minutes(5) } },
    },
  ],
  mutes: [
    {
      ...{ clientId: 'codex' as ClientId, until: now + minutes(4), why: 'denied', about: 'asks' },
    },
  ],
});

/** The same program in the same folder: "Same as last time". */
export const againAsk = (first: AccessAsk, now: number): AccessAsk => ({
  ...first,
  askId: id('43') as AskId,
  reason: 'Add the moon phase to the tide table.',
  scopes: [
    'read:files',
    'search:files',
    'write:files',
    'git:commit',
    'run:commands',
    'delete:files',
  ],
  requestedSeconds: 3600,
  isRemembered: true,
  lastTime: {
    scopes: ['read:files', 'search:files', 'write:files', 'run:commands'],
    ...{ seconds: 3600, grantedAt: now - minutes(190), unused: ['git:commit', 'delete:files'] },
    ...{ leftOut: [], standing: { whyNot: null, never: [] } },
  },
});

import { describe, expect, test } from 'vitest';
import {
  outOfReachReason,
  type DebugFacts,
} from '../../extensions/vscode/src/handlers/debug-reach.ts';

const isInRoots = (file: string): boolean =>
  (file === '/w/app' || file.startsWith('/w/app/')) && !file.startsWith('/w/app/secret');
const realPathOf = (file: string): string => file.replace('/w/app/link', '/home/other');
const session = (own: Partial<DebugFacts> = {}): DebugFacts => ({
  folder: '/w/app',
  configuration: { request: 'launch', program: '/w/app/main.js', cwd: '/w/app' },
  parent: null,
  ...own,
});
const reason = (own: Partial<DebugFacts>): string | null =>
  outOfReachReason(session(own), isInRoots, realPathOf);
const launch = (own: object): Partial<DebugFacts> => ({
  configuration: { request: 'launch', ...own },
});

describe('F17 expressions are evaluated only in programs inside the granted folders', () => {
  test('a program that was launched there, and its child processes', () => {
    expect(reason({})).toBeNull();
    expect(reason(launch({}))).toBeNull();
    expect(reason(launch({ program: 'src/main.js' }))).toBeNull();
    expect(reason({ configuration: { request: 'attach' }, parent: session() })).toBeNull();
  });

  test.each([
    ['started in another folder', { folder: '/w/other' }],
    ['started in a folder that a rule denies', { folder: '/w/app/secret' }],
    ['started without a folder', { folder: null }],
    ['attached to a running program', { configuration: { request: 'attach', port: 9229 } }],
    ['of no known kind', { configuration: {} }],
    ['whose program is elsewhere', launch({ program: '/home/other/main.js' })],
    ['whose program is above', launch({ program: '../other/main.js' })],
    ['whose program is behind a link', launch({ program: '/w/app/link/main.js' })],
    ['that runs elsewhere', launch({ cwd: '/' })],
    ['whose parent is elsewhere', { parent: session({ folder: '/w/other' }) }],
  ] as const)('not one %s', (_what, own) => {
    expect(reason(own)).not.toBeNull();
  });
});

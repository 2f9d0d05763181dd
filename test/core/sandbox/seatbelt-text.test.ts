/** The profile for macOS, as text only: there is no Mac where these tests run. */
import { describe, expect, it } from 'vitest';
import { seatbeltText } from '../../../src/main/core/sandbox/seatbelt-text.ts';
import type { SandboxMount } from '../../../src/main/core/sandbox/sandbox-profile.ts';
import { profile, withFolder } from './profile-fixture.ts';

const linesOf = (own: Parameters<typeof profile>[0] = {}, proxyPort: number | null = null) =>
  seatbeltText(profile(own), { proxyPort }).trimEnd().split('\n');

/** What is added for these mounts, without looks at the folders around them. */
const linesFor = (...mounts: readonly SandboxMount[]): readonly string[] => {
  const empty = seatbeltText({ ...profile(), mounts: [] }, { proxyPort: null });
  const all = seatbeltText({ ...profile(), mounts }, { proxyPort: null });
  expect(all.startsWith(empty)).toBe(true);
  const added = all.slice(empty.length).trimEnd().split('\n');
  return added.filter((line) => line !== '' && !line.includes('file-read-metadata'));
};

/** The rule that counts for a path: the last that names it or a folder around it. */
const verdict = (lines: readonly string[], operation: string, path: string): string => {
  const matching = lines.filter((line) => {
    const [, kind, place = ''] = /\((subpath|literal) "(.*)"\)\)$/.exec(line) ?? [];
    const isThere = path === place || (kind === 'subpath' && path.startsWith(`${place}/`));
    return isThere && line.includes(` ${operation} `);
  });
  return matching.at(-1)?.startsWith('(allow') ? 'allowed' : 'denied';
};

describe('the text for Seatbelt', () => {
  it('denies what it does not name, from its first rule on', () => {
    expect(linesOf().slice(0, 2)).toEqual(['(version 1)', '(deny default)']);
    expect(
      linesOf().filter((line) => /^\(allow (?:default|file\S*|network\S*)\)/.test(line)),
    ).toEqual([]);
  });

  it('is balanced, one rule a line', () => {
    for (const line of linesOf({}, 3128)) {
      expect(line).toMatch(/^\((?:version|deny|allow) .*\)$/);
      expect(line.split('(').length).toBe(line.split(')').length);
    }
  });

  it.each<[string, SandboxMount, readonly string[]]>([
    [
      'read-only',
      { kind: 'read-only', from: '/w/lib', path: '/w/lib' },
      [
        '(allow file-read* process-exec (subpath "/w/lib"))',
        '(deny file-write* (subpath "/w/lib"))',
      ],
    ],
    [
      'writable, where it lies',
      { kind: 'writable', from: '/data/home', path: '/home/ada' },
      [
        '(allow file-read* process-exec (subpath "/data/home"))',
        '(allow file-write* (subpath "/data/home"))',
      ],
    ],
    [
      'a hidden file',
      { kind: 'hidden-file', from: '/data/empty', path: '/w/.env' },
      ['(deny file-read* file-write* process-exec* (subpath "/w/.env"))'],
    ],
    [
      'a hidden folder',
      { kind: 'hidden-folder', path: '/w/closed' },
      ['(deny file-read* file-write* process-exec* (subpath "/w/closed"))'],
    ],
    ['memory', { kind: 'memory', path: '/' }, []],
    ['a link', { kind: 'link', path: '/bin', target: 'usr/bin' }, []],
    ['a frozen root', { kind: 'frozen', path: '/' }, []],
  ])('has for a mount: %s', (_, mount, expected) => {
    expect(linesFor(mount)).toEqual(expected);
  });

  it.each([
    ['a quote', '/w/a"b', String.raw`(subpath "/w/a\"b")`],
    ['a backslash', String.raw`/w/a\b`, String.raw`(subpath "/w/a\\b")`],
    ['an end of a rule', '/w/")(allow default)', String.raw`(subpath "/w/\")(allow default)")`],
    ['a backslash before the end', '/w/a\\', String.raw`(subpath "/w/a\\")`],
  ])('escapes in a path: %s', (_, path, expected) => {
    expect(linesFor({ kind: 'hidden-folder', path })[0]).toContain(expected);
  });

  it('lets the folder be written, but not .git, and hides .env', () => {
    const app = '/home/ada/app';
    const git = { path: `${app}/.git`, kind: 'folder', gitDir: null, commonDir: null } as const;
    const lines = linesOf(
      withFolder({ git: [{ ...git, guarded: [] }], secretFiles: [`${app}/.env`] }),
    );
    expect(verdict(lines, 'file-write*', `${app}/a.txt`)).toBe('allowed');
    expect(verdict(lines, 'file-write*', `${app}/.git/config`)).toBe('denied');
    expect(verdict(lines, 'file-read*', `${app}/.git/config`)).toBe('allowed');
    expect(verdict(lines, 'file-read*', `${app}/.env`)).toBe('denied');
    expect(verdict(lines, 'file-read*', '/home/ada/.ssh/id_ed25519')).toBe('denied');
    expect(verdict(lines, 'file-write*', '/usr/bin/x')).toBe('denied');
  });

  it.each([
    ['none', 3128, []],
    ['session', null, []],
    ['session', 3128, ['(allow network-outbound (remote ip "localhost:3128"))']],
  ] as const)('network %s with port %s: the proxy or nothing', (network, port, expected) => {
    expect(linesOf({ network }, port).filter((line) => line.includes('network'))).toEqual(expected);
  });

  it('reaches services by name only, and none that opens or starts something', () => {
    const lookups = linesOf().filter((line) => line.includes('mach-lookup'));
    expect(lookups.length).toBeGreaterThan(0);
    for (const line of lookups) expect(line).toMatch(/\(global-name "com\.apple\.[\w.]+"\)\)$/);
    expect(lookups.join('')).not.toMatch(
      /launchservices|coreservices|pasteboard|securityd|windowserver/i,
    );
  });
});

import { describe, expect, test } from 'vitest';
import { makeRedact, newToken, sameDigest, sha256 } from '../../src/main/platform/keys/tokens.ts';

const redact = makeRedact(Buffer.alloc(32, 7));
const mark = /⟨secret [0-9a-f]{16}⟩/;

describe('a token', () => {
  test.each([
    ['client', 'ghck'],
    ['management', 'ghmt'],
    ['plugin', 'ghpk'],
  ] as const)(
    'of kind %s starts with %s, holds 256 bits and ends with its check',
    (kind, prefix) => {
      const token = newToken(kind);
      expect(token).toMatch(new RegExp(`^${prefix}_[A-Za-z0-9_-]{43}[0-9a-f]{6}$`));
      const random = token.slice(5, 48);
      expect(Buffer.from(random, 'base64url')).toHaveLength(32);
      expect(token.slice(48)).toBe(sha256(random).slice(0, 6));
    },
  );

  test('is never the same twice', () => {
    const tokens = Array.from({ length: 100 }, () => newToken('client'));
    expect(new Set(tokens).size).toBe(100);
  });

  test('digests are the same or not, also when one is no digest', () => {
    expect(sameDigest(sha256('a'), sha256('a'))).toBe(true);
    expect(sameDigest(sha256('a'), sha256('b'))).toBe(false);
    expect(sameDigest(sha256('a'), '')).toBe(false);
    expect(sameDigest('', sha256('a'))).toBe(false);
    expect(sameDigest('', '')).toBe(false);
    expect(sameDigest(sha256('a'), `${sha256('a')}00`)).toBe(false);
    expect(sameDigest(`${sha256('a').slice(0, -1)}x`, sha256('a'))).toBe(false);
  });
});

describe('C2 redacting', () => {
  test('our own tokens, wherever they stand', () => {
    for (let round = 0; round < 200; round += 1) {
      const token = newToken((['client', 'management', 'plugin'] as const)[round % 3] ?? 'client');
      for (const text of [
        token,
        `key=${token}&x`,
        `Bearer%20${token}`,
        `"${token}"`,
        `x${token}`,
        `${token}${token}`,
        `${token}_more`,
        `a\n${token}\nb`,
      ]) {
        const safe = redact(text);
        expect(safe, `in ${text}`).not.toContain(token.slice(5, 48));
        expect(safe).toMatch(mark);
      }
    }
  });

  test.each([
    ['an OpenAI key', `sk-proj-${'a1B2'.repeat(10)}`],
    ['a GitHub token', `ghp_${'a1B2'.repeat(9)}`],
    ['a fine-grained GitHub token', `github_pat_${'a1B2_'.repeat(10)}`],
    ['an AWS key id', 'AKIAIOSFODNN7EXAMPLE'],
    ['a Slack token', 'xoxb-1234567890-abcdefghij'],
    ['a bearer header', 'abcdefghijklmnop.qrstuvwxyz'],
  ])('%s', (what, secret) => {
    const text =
      what === 'a bearer header' ? `Authorization: Bearer ${secret}` : `use ${secret} now`;
    expect(redact(text)).not.toContain(secret);
    expect(redact(text)).toMatch(mark);
  });

  test('a private key, whole or cut off', () => {
    const begin = '-----BEGIN OPENSSH PRIVATE KEY-----';
    const end = '-----END OPENSSH PRIVATE KEY-----';
    const body = 'b3BlbnNzaC1rZXktdjEAAAAA\nBG5vbmU=';
    for (const text of [`see\n${begin}\n${body}\n${end}\nend`, `see\n${begin}\n${body}`]) {
      expect(redact(text)).not.toContain('b3Blbn');
      expect(redact(text)).toMatch(/^see\n⟨secret/);
    }
    expect(redact(`see\n${begin}\n${body}\n${end}\nend`)).toMatch(/⟩\nend$/);
  });

  test('the same secret has the same mark, another secret or another key another one', () => {
    const [item, two] = [newToken('client'), newToken('client')];
    expect(redact(item)).toBe(redact(item));
    expect(redact(item)).not.toBe(redact(two));
    expect(makeRedact(Buffer.alloc(32, 8))(item)).not.toBe(redact(item));
  });

  test.each([
    '/home/ada/src/task-list/disk-usage.ts',
    'Bearer of bad news',
    'the commit 0f9d5eee3f21d0c6a1b5a6f4a8f0a3b2c1d0e9f8',
    'gh_ck, ghck_ and ghck_short',
    '',
  ])('"%s" is left as it is', (text) => {
    expect(redact(text)).toBe(text);
  });

  test('a long text of almost-secrets does not take long', () => {
    const started = performance.now();
    redact('-----BEGIN A PRIVATE KEY'.repeat(40_000));
    redact('sk-'.repeat(300_000));
    redact(`ghck_${'a'.repeat(1_000_000)}`);
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

import { describe, expect, test } from 'vitest';
import { AccessAnswer, RequestAccessArgs } from '../../src/shared/access.ts';
import { ClientId } from '../../src/shared/ids.ts';
import { defaultSettings, Settings } from '../../src/shared/settings.ts';

describe('settings', () => {
  test('an empty file means the defaults', () => {
    expect(Settings.parse({})).toEqual(defaultSettings);
    expect(defaultSettings).toEqual({
      startHidden: true,
      theme: 'system',
      askTimeoutSeconds: 300,
      limits: {
        callsPerSecond: 10,
        burst: 20,
        pendingAsksPerClient: 8,
        sessions: 8,
        resultBytes: 1_048_576,
      },
    });
  });

  test('one limit may be set while the others keep their defaults', () => {
    expect(Settings.parse({ limits: { burst: 3 } }).limits).toEqual({
      ...defaultSettings.limits,
      burst: 3,
    });
  });

  test.each([
    [{ theme: 'pink' }],
    [{ askTimeoutSeconds: 1 }],
    [{ limits: { sessions: 0 } }],
    [{ limits: { callsPerSecond: Number.POSITIVE_INFINITY } }],
    [{ limits: { nothing: 1 } }],
    [{ approveEverything: true }],
  ])('%j is not taken', (wrong) => {
    expect(Settings.safeParse(wrong).success).toBe(false);
  });
});

describe('words that cross a wall', () => {
  test.each(['cursor', 'a', '0-0', 'a'.repeat(40)])('%s can name a client', (name) => {
    expect(ClientId.safeParse(name).success).toBe(true);
  });

  test.each(['', '-a', 'Cursor', 'a b', 'a/b', '../a', 'a\n', 'ä', 'a'.repeat(41)])(
    '%j cannot name a client',
    (name) => {
      expect(ClientId.safeParse(name).success).toBe(false);
    },
  );

  test('a yes names at least one scope and one folder and lasts between a minute and eight hours', () => {
    const yes = { kind: 'allow', scopes: ['read:files'], roots: ['/w'], seconds: 60 };
    expect(AccessAnswer.safeParse(yes).success).toBe(true);
    for (const wrong of [
      { ...yes, scopes: [] },
      { ...yes, roots: [] },
      { ...yes, seconds: 59 },
      { ...yes, seconds: 8 * 3600 + 1 },
      { ...yes, scopes: ['read:everything'] },
      { ...yes, extra: true },
      { kind: 'deny' },
    ])
      expect(AccessAnswer.safeParse(wrong).success).toBe(false);
  });

  test('a request without a reason is no request', () => {
    const request = { scopes: ['read:files'], roots: ['/w'], reason: 'to read' };
    expect(RequestAccessArgs.safeParse(request).success).toBe(true);
    expect(RequestAccessArgs.safeParse({ ...request, reason: '' }).success).toBe(false);
    expect(RequestAccessArgs.safeParse({ ...request, reason: 'a'.repeat(2001) }).success).toBe(
      false,
    );
    expect(RequestAccessArgs.safeParse({ ...request, ttl_seconds: 1e9 }).success).toBe(false);
  });
});

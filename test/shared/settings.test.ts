import { describe, expect, test } from 'vitest';
import { RequestAccessArgs } from '../../src/shared/access/access.ts';
import { AskAnswer } from '../../src/shared/asks/asks.ts';
import { ClientId } from '../../src/shared/base/ids.ts';
import { defaultSettings, Settings } from '../../src/shared/app/settings.ts';

describe('settings', () => {
  test('an empty file means the defaults', () => {
    expect(Settings.parse({})).toEqual(defaultSettings);
    expect(defaultSettings).toEqual({
      backend: {
        url: null,
        workspaceRoot: null,
        reconnectSeconds: 2,
        maxReconnectSeconds: 30,
        pageOrigins: [],
        replySeconds: 3,
      },
      languageServers: {},
      startHidden: true,
      startAtLogin: false,
      notifications: true,
      theme: 'system',
      approveOverHttp: false,
      listen: null,
      protectedNames: [],
      askShortcut: 'CommandOrControl+Shift+G',
      askTimeoutSeconds: 300,
      opencode: { program: null, useProjectSettings: false },
      updates: { feed: null, publicKey: null },
      sandbox: { envFiles: false },
      session: { idleSeconds: 3600, endOnScreenLock: true },
      limits: {
        callsPerSecond: 10,
        burst: 20,
        pendingAsksPerClient: 8,
        serverToolTokens: 5_000,
        sessions: 8,
        callsAtOnce: 16,
        sameCallPerMinute: 30,
        editBytes: 100 * 1024,
        editBytesPerFile: 2 * 1024 * 1024,
        editBytesPerDay: 20 * 1024 * 1024,
        resultBytes: 1024 * 1024,
      },
    });
  });

  test('the address of the backend has no part after #, which no socket can be opened to', () => {
    const withUrl = (url: string) => Settings.safeParse({ backend: { url } }).success;
    expect(withUrl('wss://backend.example/ws?a=1')).toBe(true);
    expect(withUrl('wss://backend.example/ws#part')).toBe(false);
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
    [{ askShortcut: 'G' }],
    [{ askShortcut: 'Shift+G' }],
    [{ limits: { sessions: 0 } }],
    [{ limits: { callsPerSecond: Number.POSITIVE_INFINITY } }],
    [{ limits: { nothing: 1 } }],
    [{ limits: { editBytes: 0 } }],
    [{ limits: { callsAtOnce: 1.5 } }],
    [{ session: { idleSeconds: 59 } }],
    [{ session: { idleSeconds: 8 * 3600 + 1 } }],
    [{ session: { endOnScreenLock: 'no' } }],
    [{ approveEverything: true }],
  ])('%j is not taken', (wrong) => {
    expect(Settings.safeParse(wrong).success).toBe(false);
  });
});

describe('enum values that cross a process boundary', () => {
  test.each(['cursor', 'a', '0-0', 'a'.repeat(40)])('%s can name a client', (name) => {
    expect(ClientId.safeParse(name).success).toBe(true);
  });

  test.each(['', '-a', 'Cursor', 'a b', 'a/b', '../a', 'a\n', 'ä', 'a'.repeat(41)])(
    '%j cannot name a client',
    (name) => {
      expect(ClientId.safeParse(name).success).toBe(false);
    },
  );

  test('a yes names at least one scope and lasts between a minute and eight hours', () => {
    const yes = { kind: 'allow', scopes: ['read:files'], roots: ['/w'], seconds: 60 };
    expect(AskAnswer.safeParse(yes).success).toBe(true);
    for (const wrong of [
      { ...yes, scopes: [] },
      { ...yes, seconds: 59 },
      { ...yes, seconds: 8 * 3600 + 1 },
      { ...yes, scopes: ['read:everything'] },
      { ...yes, extra: true },
    ])
      expect(AskAnswer.safeParse(wrong).success).toBe(false);
  });

  test.each([
    { kind: 'once' },
    { kind: 'session' },
    { kind: 'change', text: 'rename it instead' },
    { kind: 'deny', reason: '' },
    { kind: 'deny-kind', reason: 'never delete' },
  ])('%j is a word the user can type', (word) => {
    expect(AskAnswer.safeParse(word).success).toBe(true);
  });

  test.each([
    { kind: 'deny' },
    { kind: 'change', text: '' },
    { kind: 'change', text: 'a'.repeat(2001) },
    { kind: 'once', digest: 'other' },
    { kind: 'always' },
    'once',
  ])('%j is none', (word) => {
    expect(AskAnswer.safeParse(word).success).toBe(false);
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

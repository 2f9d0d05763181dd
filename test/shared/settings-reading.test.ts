/** Every setting, with values that are none: never looser than its default, and no other is lost. */
import { describe, expect, test } from 'vitest';
import { readSettings, type ReadSettings } from '../../src/shared/app/settings-reading.ts';
import { defaultSettings, settingBounds, Settings } from '../../src/shared/app/settings.ts';

type Fields = Readonly<Record<string, unknown>>;

const strictest = {
  startHidden: true,
  startAtLogin: false,
  notifications: true,
  theme: 'dark',
  approveOverHttp: false,
  listen: null,
  askShortcut: null,
  askTimeoutSeconds: 10,
  protectedNames: ['secret', '*.pem'],
  languageServers: { python: ['pylsp'] },
  opencode: { program: '/usr/bin/opencode', useProjectSettings: false },
  updates: { feed: null, publicKey: null },
  sandbox: { envFiles: false },
  session: { idleSeconds: 60, endOnScreenLock: true },
  limits: Object.fromEntries(
    Object.entries(settingBounds)
      .filter(([name]) => name.startsWith('limits.'))
      .map(([name, [least]]) => [name.slice('limits.'.length), least]),
  ),
  backend: {
    url: null,
    workspaceRoot: '/work',
    reconnectSeconds: 1,
    maxReconnectSeconds: 2,
    pageOrigins: [],
    replySeconds: 1,
  },
};

const leaves = Object.entries(strictest as Fields).flatMap(([name, value]) =>
  typeof value === 'object' && value !== null && name in sections()
    ? Object.keys(value).map((key) => `${name}.${key}`)
    : [name],
);

function sections(): Fields {
  const { opencode, updates, sandbox, session, limits, backend } = strictest;
  return { opencode, updates, sandbox, session, limits, backend };
}

function read(text: string): ReadSettings {
  const settings = readSettings(text);
  if (typeof settings === 'string') throw new Error(settings);
  return settings;
}

function put(settings: Fields, name: string, value: unknown): Fields {
  const [group = '', key] = name.split('.');
  if (key === undefined) return { ...settings, [group]: value };
  return { ...settings, [group]: { ...(settings[group] as Fields), [key]: value } };
}

function at(settings: Fields, name: string): unknown {
  const [group = '', key] = name.split('.');
  return key === undefined ? settings[group] : (settings[group] as Fields)[key];
}

const without = (settings: Fields, name: string): Fields => put(settings, name, undefined);

/** Values that fit nowhere, or only some. */
const odd: readonly unknown[] = [
  ...[null, true, 'yes', 'true', '', '5', -1, 0, 0.5, 1e9, 1e300, [], ['x', 7], {}],
  ...[{ a: 1 }, [null], [[]], 'x'.repeat(10_000)],
];

test('every setting there is stands in this table', () => {
  expect(Object.keys(strictest)).toEqual(Object.keys(Settings.shape));
  expect(Settings.parse(strictest)).toEqual(strictest);
});

describe('C13 a value that is none', () => {
  test.each(leaves)('%s: it is never looser than the default, and the others stay', (name) => {
    for (const value of odd) {
      const outcome = readSettings(JSON.stringify(put(strictest, name, value)));
      if (typeof outcome === 'string') {
        expect(name).toBe('protectedNames');
        continue;
      }
      expect(without(outcome.settings, name)).toEqual(without(strictest, name));
      const used = at(outcome.settings, name);
      if (outcome.problems.length === 0) continue;
      if (name in settingBounds)
        expect(used).toBeLessThanOrEqual(at(defaultSettings, name) as number);
      else if (name === 'protectedNames') expect(Array.isArray(used)).toBe(true);
      else if (name === 'languageServers') expect(used).toEqual({});
      else expect(used).toEqual(at(defaultSettings, name));
    }
  });

  test.each(['opencode', 'sandbox', 'session', 'limits', 'backend'])(
    '%s is no object: its defaults, and the others stay',
    (section) => {
      for (const value of [null, 7, 'x', [], true]) {
        const { settings, problems } = read(JSON.stringify(put(strictest, section, value)));
        expect(without(settings, section)).toEqual(without(strictest, section));
        expect(at(settings, section)).toEqual(at(defaultSettings, section));
        expect(problems.map(({ name }) => name)).toEqual([section]);
      }
    },
  );

  test.each([
    ['"5" is read as a number', { limits: { burst: '5' } }, 5],
    ['0 means as few as there can be', { limits: { burst: 0 } }, 1],
    ['half a call is none', { limits: { burst: 2.5 } }, 2],
    ['too many are as many as usual', { limits: { burst: 1e9 } }, 20],
    ['nothing readable is as usual', { limits: { burst: 'many' } }, 20],
  ])('%s', (_how, written, burst) => {
    expect(read(JSON.stringify(written)).settings.limits.burst).toBe(burst);
  });

  test('names that can be read protect, however many and however long', () => {
    const names = Array.from({ length: 300 }, (_, number) => `name-${number}`);
    const { protectedNames } = read(JSON.stringify({ protectedNames: names })).settings;
    expect(protectedNames).toEqual(names);
    const mixed = { protectedNames: ['a', null, 5, { b: 1 }, 'x'.repeat(500)] };
    expect(read(JSON.stringify(mixed)).settings.protectedNames).toEqual([
      'a',
      '5',
      'x'.repeat(500),
    ]);
    expect(read('{"protectedNames":"alone"}').settings.protectedNames).toEqual(['alone']);
  });

  test('a second address that says more than is known stays closed', () => {
    const listen = {
      host: '0.0.0.0',
      port: 1,
      certFile: 'c',
      keyFile: 'k',
      onlyFrom: ['10.0.0.1'],
    };
    const { settings, problems } = read(JSON.stringify({ listen }));
    expect(settings.listen).toBeNull();
    expect(problems).toEqual([{ name: 'listen', used: 'it is off' }]);
  });

  test('one bad language server is left out, the others run', () => {
    const languageServers = { python: ['pylsp'], 'No Name': ['x'], go: 'gopls' };
    const { settings } = read(JSON.stringify({ languageServers }));
    expect(settings.languageServers).toEqual({ python: ['pylsp'] });
  });
});

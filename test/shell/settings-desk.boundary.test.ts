import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SettingsDesk } from '../../src/main/shell/settings-desk.ts';
import { settingBounds } from '../../src/shared/settings.ts';
import { expectationOf } from '../../src/shared/setting-change.ts';
import { TestHouse } from '../fakes/house.ts';

interface Desk {
  readonly house: TestHouse;
  readonly desk: SettingsDesk;
  readonly logins: boolean[];
}

async function open(setLoginStart?: () => Promise<void>): Promise<Desk> {
  const house = await TestHouse.open();
  const logins: boolean[] = [];
  const desk = new SettingsDesk({
    core: house.app.core,
    file: house.forWindows.settingsFile,
    setLoginStart: setLoginStart ?? (async (wanted) => void logins.push(wanted)),
  });
  return { house, desk, logins };
}

const saved = (house: TestHouse): unknown =>
  JSON.parse(fs.readFileSync(path.join(house.dataDir, 'settings.json'), 'utf8'));

const changesIn = async (house: TestHouse) =>
  (await house.ledger()).filter((line) => line.action === 'settings.changed');

test('a change is saved, shown, live, and on record as the act of the person', async () => {
  const { house, desk } = await open();
  expect(await desk.change({ name: 'limits.burst', value: 7 })).toEqual({ saved: true });
  expect(saved(house)).toMatchObject({ limits: { burst: 7, callsPerSecond: 10 } });
  expect(house.app.core.state.snapshot().settings.limits.burst).toBe(7);
  expect(house.forWindows.settingsFile.live.limits.burst).toBe(7);
  expect(await changesIn(house)).toMatchObject([
    { detail: 'limits.burst: 20 → 7', decided_by: 'person', user: expect.any(String) as unknown },
  ]);
});

test('the same value again is no change and leaves no entry', async () => {
  const { house, desk } = await open();
  expect(await desk.change({ name: 'limits.burst', value: 20 })).toEqual({ saved: true });
  expect(await changesIn(house)).toEqual([]);
});

test.each([
  ['too large', 'askTimeoutSeconds', 3601],
  ['too small', 'limits.editBytes', 1],
  ['not whole', 'limits.burst', 2.5],
  ['no number', 'limits.burst', 'many'],
  ['a number where a switch is', 'approveOverHttp', 1],
  ['too many names', 'protectedNames', Array.from({ length: 201 }, String)],
  ['a colour', 'theme', 'pink'],
] as const)('a value that is %s is explained and changes nothing', async (_how, name, value) => {
  const { house, desk } = await open();
  const given = typeof value === 'object' ? [...value] : value;
  const receipt = await desk.change({ name, value: given });
  expect(receipt).toEqual({ saved: false, why: expectationOf(name) });
  expect(fs.existsSync(path.join(house.dataDir, 'settings.json'))).toBe(false);
  expect(await changesIn(house)).toEqual([]);
});

test('what a number may be is said with its bounds', () => {
  expect(expectationOf('askTimeoutSeconds')).toBe('It has to be a whole number from 10 to 3,600.');
  expect(expectationOf('limits.callsPerSecond')).toBe('It has to be a number from 0.1 to 1,000.');
  expect(settingBounds.askTimeoutSeconds).toEqual([10, 3600]);
});

test('two changes at once both count', async () => {
  const { house, desk } = await open();
  await Promise.all([
    desk.change({ name: 'limits.burst', value: 3 }),
    desk.change({ name: 'theme', value: 'dark' }),
  ]);
  expect(saved(house)).toMatchObject({ limits: { burst: 3 }, theme: 'dark' });
});

test('a file broken by hand is kept aside, not overwritten', async () => {
  const { house, desk } = await open();
  fs.writeFileSync(path.join(house.dataDir, 'settings.json'), '{ oh');
  expect(await desk.change({ name: 'theme', value: 'dark' })).toEqual({ saved: true });
  const kept = fs.readdirSync(house.dataDir).filter((name) => name.startsWith('settings.broken-'));
  expect(kept).toHaveLength(1);
  expect(house.app.core.state.snapshot().notices.map(({ id }) => id)).toContain('broken-settings');
});

test('starting at login is asked of the system, and a system that refuses is quoted', async () => {
  const { desk, logins } = await open();
  await desk.change({ name: 'startAtLogin', value: true });
  await desk.change({ name: 'startAtLogin', value: false });
  expect(logins).toEqual([true, false]);

  const refusing = await open(() => Promise.reject(new Error('no such folder')));
  expect(await refusing.desk.change({ name: 'startAtLogin', value: true })).toEqual({
    saved: false,
    why: 'It could not be saved: no such folder',
  });
  expect(refusing.house.forWindows.settingsFile.live.startAtLogin).toBe(false);
});

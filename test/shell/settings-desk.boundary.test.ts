import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SettingsDesk } from '../../src/main/shell/settings-desk.ts';
import type { SettingQuestion } from '../../src/main/shell/setting-questions.ts';
import { settingBounds } from '../../src/shared/settings.ts';
import { expectationOf, settingIn, type SettingChange } from '../../src/shared/setting-change.ts';
import { certificate } from '../fakes/certificate.ts';
import { TestHouse } from '../fakes/house.ts';

interface Desk {
  readonly house: TestHouse;
  readonly desk: SettingsDesk;
  readonly logins: boolean[];
  readonly asked: SettingQuestion[];
}

interface Person {
  readonly setLoginStart?: () => Promise<void>;
  readonly says?: boolean;
}

async function open({ setLoginStart, says = true }: Person = {}): Promise<Desk> {
  const house = await TestHouse.open();
  const logins: boolean[] = [];
  const asked: SettingQuestion[] = [];
  const desk = new SettingsDesk({
    core: house.app.core,
    file: house.forWindows.settingsFile,
    setLoginStart: setLoginStart ?? (async (wanted) => void logins.push(wanted)),
    confirm: async (question) => asked.push(question) > 0 && says,
  });
  return { house, desk, logins, asked };
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

  const refusing = await open({ setLoginStart: () => Promise.reject(new Error('no such folder')) });
  expect(await refusing.desk.change({ name: 'startAtLogin', value: true })).toEqual({
    saved: false,
    why: 'It could not be saved: no such folder',
  });
  expect(refusing.house.forWindows.settingsFile.live.startAtLogin).toBe(false);
});

const pyright = { python: ['pyright-langserver', '--stdio'] };

test.each([
  ['approveOverHttp', true, 'Let programs approve access without you?'],
  ['languageServers', pyright, 'Let Gatehouse start these programs?'],
  ['opencode.useProjectSettings', true, 'Let OpenCode use the settings of your projects?'],
] as const)('%s opens the house: main itself asks first', async (name, value, message) => {
  const change = { name, value: structuredClone(value) as SettingChange['value'] };
  const no = await open({ says: false });
  expect(await no.desk.change(change)).toMatchObject({ saved: false });
  expect(no.asked).toMatchObject([{ message }]);
  expect(fs.existsSync(path.join(no.house.dataDir, 'settings.json'))).toBe(false);
  expect(await changesIn(no.house)).toEqual([]);
  const yes = await open();
  expect(await yes.desk.change(change)).toEqual({ saved: true });
  expect(settingIn(yes.house.forWindows.settingsFile.live, name)).toEqual(value);
  expect(await changesIn(yes.house)).toHaveLength(1);
});

test('while the dialog is open other changes count, and a yes undoes none of them', async () => {
  const house = await TestHouse.open();
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<boolean>();
  const desk = new SettingsDesk({
    core: house.app.core,
    file: house.forWindows.settingsFile,
    setLoginStart: async () => undefined,
    confirm: () => (asked.resolve(), answer.promise),
  });
  const opening = desk.change({ name: 'languageServers', value: structuredClone(pyright) });
  await asked.promise;
  expect(await desk.change({ name: 'limits.burst', value: 7 })).toEqual({ saved: true });
  answer.resolve(true);
  expect(await opening).toEqual({ saved: true });
  expect(saved(house)).toMatchObject({ limits: { burst: 7 }, languageServers: pyright });
});

test('what was agreed to is asked again when it has become something else meanwhile', async () => {
  const { house, desk, asked } = await open();
  const { certFile, keyFile } = certificate();
  const value = { host: '127.0.0.1', port: 7718, certFile, keyFile, names: [] };
  const [http] = await Promise.all([
    desk.change({ name: 'approveOverHttp', value: true }),
    desk.change({ name: 'listen', value }),
  ]);
  expect(http).toEqual({ saved: true });
  expect(saved(house)).toMatchObject({ approveOverHttp: true, listen: value });
  expect(asked.map(({ detail }) => detail).join('')).toContain('from there, too');
});

test('what closes the house, or leaves it as it is, needs no second question', async () => {
  const { desk, asked } = await open();
  await desk.change({ name: 'languageServers', value: structuredClone(pyright) });
  await desk.change({ name: 'languageServers', value: structuredClone(pyright) });
  await desk.change({ name: 'languageServers', value: {} });
  await desk.change({ name: 'listen', value: null });
  expect(asked).toHaveLength(1);
});

test('a second address needs a certificate and a key that belong together', async () => {
  const { house, desk, asked } = await open();
  const { certFile, keyFile } = certificate();
  const listen = { host: '127.0.0.1', port: 7718, certFile, keyFile, names: ['desk.local'] };
  const change = (part: object) => desk.change({ name: 'listen', value: { ...listen, ...part } });
  expect(await change({ port: 0 })).toEqual({ saved: false, why: expectationOf('listen') });
  const missing = await change({ keyFile: `${keyFile}-not` });
  expect(missing).toMatchObject({ why: expect.stringContaining('cannot be read') });
  execFileSync('mkfifo', [`${keyFile}-pipe`]);
  for (const notAFile of [`${keyFile}-pipe`, '/dev/zero'])
    expect(await change({ keyFile: notAFile })).toMatchObject({
      why: expect.stringContaining('cannot be read'),
    });
  expect(await change({ keyFile: 'key.pem' })).toMatchObject({
    why: expect.stringContaining('full paths'),
  });
  const mixed = await change({ keyFile: certFile });
  expect(mixed).toMatchObject({ why: expect.stringContaining('do not belong together') });
  expect(asked).toEqual([]);
  expect(await change({})).toEqual({ saved: true });
  expect(asked).toMatchObject([{ message: expect.stringContaining('127.0.0.1, port 7718') }]);
  expect(saved(house)).toMatchObject({ listen });
});

import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SettingsEditor } from '../../src/main/shell/commands/settings-editor.ts';
import type { SettingQuestion } from '../../src/main/shell/commands/setting-confirmations.ts';
import { settingBounds } from '../../src/shared/app/settings.ts';
import {
  expectationOf,
  settingIn,
  type SettingChange,
} from '../../src/shared/app/setting-change.ts';
import { certificate } from '../fakes/certificate.ts';
import { TestApp } from '../fakes/test-app.ts';

interface EditorFixture {
  readonly app: TestApp;
  readonly editor: SettingsEditor;
  readonly logins: boolean[];
  readonly asked: SettingQuestion[];
}

interface Person {
  readonly setLoginStart?: () => Promise<void>;
  readonly says?: boolean;
}

async function open({ setLoginStart, says = true }: Person = {}): Promise<EditorFixture> {
  const app = await TestApp.open();
  const logins: boolean[] = [];
  const asked: SettingQuestion[] = [];
  const editor = new SettingsEditor({
    core: app.app.core,
    file: app.forWindows.settingsFile,
    setLoginStart: setLoginStart ?? (async (wanted) => void logins.push(wanted)),
    confirm: async (question) => asked.push(question) > 0 && says,
  });
  return { app, editor, logins, asked };
}

const saved = (app: TestApp): unknown =>
  JSON.parse(fs.readFileSync(path.join(app.dataDir, 'settings.json'), 'utf8'));

const changesIn = async (app: TestApp) =>
  (await app.ledger()).filter((line) => line.action === 'settings.changed');

test("a change is saved, shown, applied, and recorded as the user's action", async () => {
  const { app, editor } = await open();
  expect(await editor.change({ name: 'limits.burst', value: 7 })).toEqual({ saved: true });
  expect(saved(app)).toMatchObject({ limits: { burst: 7, callsPerSecond: 10 } });
  expect(app.app.core.state.snapshot().settings.limits.burst).toBe(7);
  expect(app.forWindows.settingsFile.live.limits.burst).toBe(7);
  expect(await changesIn(app)).toMatchObject([
    { detail: 'limits.burst: 20 → 7', decided_by: 'person', user: expect.any(String) as unknown },
  ]);
});

test('the same value again is no change and leaves no entry', async () => {
  const { app, editor } = await open();
  expect(await editor.change({ name: 'limits.burst', value: 20 })).toEqual({ saved: true });
  expect(await changesIn(app)).toEqual([]);
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
  const { app, editor } = await open();
  const given = typeof value === 'object' ? [...value] : value;
  const receipt = await editor.change({ name, value: given });
  expect(receipt).toEqual({ saved: false, why: expectationOf(name) });
  expect(fs.existsSync(path.join(app.dataDir, 'settings.json'))).toBe(false);
  expect(await changesIn(app)).toEqual([]);
});

test('what a number may be is said with its bounds', () => {
  expect(expectationOf('askTimeoutSeconds')).toBe('Enter a whole number from 10 to 3,600.');
  expect(expectationOf('limits.callsPerSecond')).toBe('Enter a number from 0.1 to 1,000.');
  expect(settingBounds.askTimeoutSeconds).toEqual([10, 3600]);
});

test('two changes at once both count', async () => {
  const { app, editor } = await open();
  await Promise.all([
    editor.change({ name: 'limits.burst', value: 3 }),
    editor.change({ name: 'theme', value: 'dark' }),
  ]);
  expect(saved(app)).toMatchObject({ limits: { burst: 3 }, theme: 'dark' });
});

test('a file made invalid by hand is not overwritten, and the previous settings stay in force', async () => {
  const { app, editor } = await open();
  await editor.change({ name: 'limits.burst', value: 3 });
  const file = path.join(app.dataDir, 'settings.json');
  fs.writeFileSync(file, '{ oh');
  expect(await editor.change({ name: 'theme', value: 'dark' })).toMatchObject({
    saved: false,
    why: expect.stringContaining('cannot be read'),
  });
  expect(fs.readFileSync(file, 'utf8')).toBe('{ oh');
  expect(app.forWindows.settingsFile.live.limits.burst).toBe(3);
});

test('starting at login is asked of the system, and a system that refuses is quoted', async () => {
  const { editor, logins } = await open();
  await editor.change({ name: 'startAtLogin', value: true });
  await editor.change({ name: 'startAtLogin', value: false });
  expect(logins).toEqual([true, false]);

  const refusing = await open({ setLoginStart: () => Promise.reject(new Error('no such folder')) });
  expect(await refusing.editor.change({ name: 'startAtLogin', value: true })).toEqual({
    saved: false,
    why: 'Could not save: no such folder',
  });
  expect(refusing.app.forWindows.settingsFile.live.startAtLogin).toBe(false);
});

const pyright = { python: ['pyright-langserver', '--stdio'] };

test.each([
  ['approveOverHttp', true, 'Let programs approve access without you?'],
  ['languageServers', pyright, 'Let Gatehouse start these programs?'],
  ['opencode.useProjectSettings', true, 'Let OpenCode use the settings in your projects?'],
] as const)(
  '%s weakens protection, so the main process asks first',
  async (name, value, message) => {
    const change = { name, value: structuredClone(value) as SettingChange['value'] };
    const no = await open({ says: false });
    expect(await no.editor.change(change)).toMatchObject({ saved: false });
    expect(no.asked).toMatchObject([{ message }]);
    expect(fs.existsSync(path.join(no.app.dataDir, 'settings.json'))).toBe(false);
    expect(await changesIn(no.app)).toEqual([]);
    const yes = await open();
    expect(await yes.editor.change(change)).toEqual({ saved: true });
    expect(settingIn(yes.app.forWindows.settingsFile.live, name)).toEqual(value);
    expect(await changesIn(yes.app)).toHaveLength(1);
  },
);

test('while the dialog is open other changes count, and a yes undoes none of them', async () => {
  const app = await TestApp.open();
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<boolean>();
  const editor = new SettingsEditor({
    core: app.app.core,
    file: app.forWindows.settingsFile,
    setLoginStart: async () => undefined,
    confirm: () => (asked.resolve(), answer.promise),
  });
  const opening = editor.change({ name: 'languageServers', value: structuredClone(pyright) });
  await asked.promise;
  expect(await editor.change({ name: 'limits.burst', value: 7 })).toEqual({ saved: true });
  answer.resolve(true);
  expect(await opening).toEqual({ saved: true });
  expect(saved(app)).toMatchObject({ limits: { burst: 7 }, languageServers: pyright });
});

test('what was agreed to is asked again when it has become something else meanwhile', async () => {
  const { app, editor, asked } = await open();
  const { certFile, keyFile } = certificate();
  const value = { host: '127.0.0.1', port: 7718, certFile, keyFile, names: [], management: true };
  const [http] = await Promise.all([
    editor.change({ name: 'approveOverHttp', value: true }),
    editor.change({ name: 'listen', value }),
  ]);
  expect(http).toEqual({ saved: true });
  expect(saved(app)).toMatchObject({ approveOverHttp: true, listen: value });
  expect(asked.map(({ detail }) => detail).join('')).toContain('also approve access from there');
});

test('a change that strengthens protection, or does not weaken it, needs no confirmation', async () => {
  const { editor, asked } = await open();
  await editor.change({ name: 'languageServers', value: structuredClone(pyright) });
  await editor.change({ name: 'languageServers', value: structuredClone(pyright) });
  await editor.change({ name: 'languageServers', value: {} });
  await editor.change({ name: 'listen', value: null });
  expect(asked).toHaveLength(1);
});

test('a second address needs a certificate and a key that belong together', async () => {
  const { app, editor, asked } = await open();
  const { certFile, keyFile } = certificate();
  const listen = { host: '127.0.0.1', port: 7718, certFile, keyFile, names: ['desk.local'] };
  const change = (part: object) => editor.change({ name: 'listen', value: { ...listen, ...part } });
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
  fs.chmodSync(certFile, 0o600);
  const mixed = await change({ keyFile: certFile });
  expect(mixed).toMatchObject({ why: expect.stringContaining('do not belong together') });
  expect(asked).toEqual([]);
  expect(await change({})).toEqual({ saved: true });
  expect(asked).toMatchObject([{ message: expect.stringContaining('127.0.0.1, port 7718') }]);
  expect(saved(app)).toMatchObject({ listen });
});

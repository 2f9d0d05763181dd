import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { SettingsFile } from '../../src/main/platform/settings-file.ts';
import { defaultSettings } from '../../src/shared/settings.ts';
import { put, scratch } from '../fakes/scratch.ts';

const openIn = (folder: string): SettingsFile => new SettingsFile(folder, () => 1_234);

describe('the settings file', () => {
  test('that is not there means the defaults, and is not made', async () => {
    const folder = scratch();
    expect(await openIn(folder).load()).toEqual({ settings: defaultSettings, broken: null });
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  test('says which settings were changed by saving, and nothing when none was', async () => {
    const file = openIn(scratch());
    const told: (readonly string[])[] = [];
    const listening = file.onSaved((names) => void told.push(names));
    await file.save({ ...defaultSettings, theme: 'dark' });
    await file.save({ ...defaultSettings, theme: 'dark' });
    expect(told).toEqual([['theme']]);
    await listening.dispose();
  });

  test('may say a little and keep the other defaults', async () => {
    const folder = scratch();
    put(folder, 'settings.json', '{"theme":"dark","limits":{"burst":3}}');
    const { settings, broken } = await openIn(folder).load();
    expect(broken).toBeNull();
    expect(settings).toEqual({
      ...defaultSettings,
      theme: 'dark',
      limits: { ...defaultSettings.limits, burst: 3 },
    });
  });

  test.each([
    ['is no JSON', '{"theme": dark}', 'JSON'],
    ['is empty', '', 'JSON'],
    ['is a list', '[]', 'settings: '],
    ['has a wrong value', '{"limits":{"burst":"many"}}', 'limits.burst: '],
    ['has an unknown key', '{"allowEverything":true}', 'allowEverything'],
  ])('that %s is kept aside whole, and it is said why', async (_how, text, why) => {
    const folder = scratch();
    put(folder, 'settings.json', text);
    const { settings, broken } = await openIn(folder).load();
    expect(settings).toEqual(defaultSettings);
    expect(broken).toEqual({
      movedTo: 'settings.broken-1234.json',
      why: expect.stringContaining(why),
    });
    expect(fs.readdirSync(folder)).toEqual(['settings.broken-1234.json']);
    expect(fs.readFileSync(path.join(folder, 'settings.broken-1234.json'), 'utf8')).toBe(text);
  });

  test('is read as it was saved, by the person alone', async () => {
    const folder = scratch();
    const file = openIn(folder);
    await file.save({ ...defaultSettings, theme: 'light' });
    expect((await file.load()).settings.theme).toBe('light');
    expect(fs.statSync(path.join(folder, 'settings.json')).mode & 0o777).toBe(0o600);
  });
});

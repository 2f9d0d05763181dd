import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { SettingsFile } from '../../src/main/platform/files/settings-file.ts';
import { defaultSettings } from '../../src/shared/app/settings.ts';
import { put, scratch } from '../fakes/scratch.ts';

const openIn = (folder: string): SettingsFile => new SettingsFile(folder, () => 1_234);

describe('the settings file', () => {
  test('that is not there means the defaults, and is not made', async () => {
    const folder = scratch();
    const nothingWrong = { problems: [], unknown: [] };
    expect(await openIn(folder).load()).toEqual({ settings: defaultSettings, ...nothingWrong });
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  test('says which settings were changed by saving, and nothing when none was', async () => {
    const file = openIn(scratch());
    const received: (readonly string[])[] = [];
    const listening = file.onSaved((names) => void received.push(names));
    await file.save({ ...defaultSettings, theme: 'dark' });
    await file.save({ ...defaultSettings, theme: 'dark' });
    expect(received).toEqual([['theme']]);
    await listening.dispose();
  });

  test('may say a little and keep the other defaults', async () => {
    const folder = scratch();
    put(folder, 'settings.json', '{"theme":"dark","limits":{"burst":3}}');
    const { settings, problems } = await openIn(folder).load();
    expect(problems).toEqual([]);
    expect(settings).toEqual({
      ...defaultSettings,
      theme: 'dark',
      limits: { ...defaultSettings.limits, burst: 3 },
    });
  });

  test.each([
    ['is no JSON', '{"theme": dark}'],
    ['is empty', ''],
    ['is blank', ' \n'],
    ['is cut off', '{"protectedNames":["secret"],"limits":{"burst":1'],
    ['has comments', '{"protectedNames":["secret"] /* why */}'],
    ['has a comma too many', '{"protectedNames":["secret"],}'],
    ['is a list', '[]'],
    ['is null', 'null'],
    ['is a number', '7'],
    ['is zeros', '\0\0\0\0'],
    ['is no UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['has a key twice', '{"protectedNames":["secret"],"protectedNames":[]}'],
    ['has a nested key twice', '{"limits":{"burst":1,"burst":1000}}'],
    ['names a prototype', '{"__proto__":{"theme":"dark"}}'],
    ['has no list of names', '{"protectedNames":{"0":"secret"}}'],
    ['says yes to names', '{"protectedNames":true}'],
  ])('C13 that %s keeps the app from starting, and is left as it is', async (_how, text) => {
    const folder = scratch();
    const file = path.join(folder, 'settings.json');
    fs.writeFileSync(file, text);
    await expect(openIn(folder).load()).rejects.toThrow(
      /settings\.json cannot be read, and the defaults may allow more than you had set\. .*Correct or restore the file/,
    );
    await expect(openIn(folder).save(defaultSettings)).rejects.toThrow('cannot be read');
    expect(fs.readFileSync(file)).toEqual(Buffer.from(text));
    expect(fs.readdirSync(folder)).toEqual(['settings.json']);
  });

  test('C13 a folder in its place keeps the app from starting too', async () => {
    const folder = scratch();
    fs.mkdirSync(path.join(folder, 'settings.json'));
    await expect(openIn(folder).load()).rejects.toThrow('cannot be read');
  });

  test('C13 keys that nobody knows are ignored, said, and still there after a save', async () => {
    const folder = scratch();
    const written = {
      protectedNames: ['secret'],
      limits: { burst: 3, perHour: 7 },
      future: { deep: [1] },
    };
    put(folder, 'settings.json', `\uFEFF${JSON.stringify(written)}`);
    const file = openIn(folder);
    const { settings, unknown, problems } = await file.load();
    expect(settings).toMatchObject({ protectedNames: ['secret'], limits: { burst: 3 } });
    expect([problems, unknown]).toEqual([[], ['limits.perHour', 'future']]);
    await file.save({ ...settings, theme: 'dark' });
    const text = fs.readFileSync(path.join(folder, 'settings.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({ ...written, theme: 'dark' });
  });

  test('C13 unusable content is backed up before it is overwritten', async () => {
    const folder = scratch();
    const text = '{"limits":{"burst":"many"},"protectedNames":["a",{"b":1},"  ","c"]}';
    put(folder, 'settings.json', text);
    const file = openIn(folder);
    const { settings, problems } = await file.load();
    expect(settings.protectedNames).toEqual(['a', 'c']);
    expect(problems.map(({ name }) => name)).toEqual(['protectedNames', 'limits.burst']);
    await file.save(settings);
    expect(fs.readFileSync(path.join(folder, 'settings.broken-1234.json'), 'utf8')).toBe(text);
  });

  test('is read as it was saved, by the user alone', async () => {
    const folder = scratch();
    const file = openIn(folder);
    await file.save({ ...defaultSettings, theme: 'light' });
    expect((await file.load()).settings.theme).toBe('light');
    expect(fs.statSync(path.join(folder, 'settings.json')).mode & 0o777).toBe(0o600);
  });
});

import { describe, expect, test } from 'vitest';
import { dataDirOf } from '../../src/shared/app/data-dir.ts';
import { isInside } from '../../src/shared/files/inside.ts';

describe('where the data folder is', () => {
  const home = '/home/ada';

  test('GATEHOUSE_DATA_DIR decides, wherever we are', () => {
    for (const platform of ['linux', 'darwin', 'win32']) {
      const env = { GATEHOUSE_DATA_DIR: '/tmp/house', XDG_CONFIG_HOME: '/x', APPDATA: 'C:\\x' };
      expect(dataDirOf({ platform, env, home })).toBe('/tmp/house');
    }
  });

  test('on Linux it follows XDG_CONFIG_HOME, also an empty one', () => {
    expect(dataDirOf({ platform: 'linux', env: {}, home })).toBe('/home/ada/.config/gatehouse');
    const empty = { XDG_CONFIG_HOME: '', GATEHOUSE_DATA_DIR: '' };
    expect(dataDirOf({ platform: 'linux', env: empty, home })).toBe('/home/ada/.config/gatehouse');
    const xdg = { XDG_CONFIG_HOME: '/cfg' };
    expect(dataDirOf({ platform: 'linux', env: xdg, home })).toBe('/cfg/gatehouse');
  });

  test('on macOS and Windows it is where programs keep such things', () => {
    expect(dataDirOf({ platform: 'darwin', env: {}, home: '/Users/ada' })).toBe(
      '/Users/ada/Library/Application Support/Gatehouse',
    );
    const env = { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' };
    expect(dataDirOf({ platform: 'win32', env, home: 'C:\\Users\\ada' })).toBe(
      'C:\\Users\\ada\\AppData\\Roaming\\Gatehouse',
    );
    expect(dataDirOf({ platform: 'win32', env: {}, home: 'C:\\Users\\ada' })).toBe(
      'C:\\Users\\ada\\AppData\\Roaming\\Gatehouse',
    );
  });
});

describe('inside a folder', () => {
  test.each([
    ['/w/app', '/w/app'],
    ['/w/app/a.ts', '/w/app'],
    ['/w/app/a/b/c', '/w/app'],
    ['/anything', '/'],
    ['C:\\w\\app\\a.ts', 'C:\\w\\app'],
    ['C:\\w', 'C:\\'],
  ])('%s lies in %s', (path, folder) => {
    expect(isInside(path, folder)).toBe(true);
  });

  test.each([
    ['/w/app-evil/x', '/w/app'],
    ['/w/ap', '/w/app'],
    ['/w', '/w/app'],
    ['/W/app/x', '/w/app'],
    ['C:\\w\\app-evil', 'C:\\w\\app'],
    ['', '/w/app'],
  ])('D1 %s does not lie in %s', (path, folder) => {
    expect(isInside(path, folder)).toBe(false);
  });
});

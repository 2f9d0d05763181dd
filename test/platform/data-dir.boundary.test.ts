import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { secureDataDir, UnsafeDataDir } from '../../src/main/platform/files/data-dir.ts';
import { put, scratch } from '../fakes/scratch.ts';

const modeOf = (file: string): number => fs.statSync(file).mode & 0o777;

function folderWith(mode: number): string {
  const folder = path.join(scratch(), 'data');
  fs.mkdirSync(folder);
  fs.chmodSync(folder, mode);
  return folder;
}

describe('C1 the data folder belongs to the user alone', () => {
  test('it is made for them, with what lies above it', () => {
    const folder = path.join(scratch(), 'deep/er/data');
    expect(secureDataDir(folder)).toBe(folder);
    expect(modeOf(folder)).toBe(0o700);
  });

  test('one that is fine is left as it is', () => {
    const folder = folderWith(0o700);
    put(folder, 'settings.json', '{}');
    expect(secureDataDir(folder)).toBe(folder);
    expect(fs.readdirSync(folder)).toEqual(['settings.json']);
  });

  test('one that others may read, and that we never used, is closed to them', () => {
    const folder = folderWith(0o755);
    secureDataDir(folder);
    expect(modeOf(folder)).toBe(0o700);
  });

  test.each([0o755, 0o710, 0o701])(
    'one we used and that others can reach (%o) is refused',
    (mode) => {
      const folder = folderWith(0o700);
      fs.mkdirSync(path.join(folder, 'audit'));
      fs.chmodSync(folder, mode);
      expect(() => secureDataDir(folder)).toThrow(`chmod 700 '${folder}'`);
      expect(modeOf(folder)).toBe(mode);
    },
  );

  test.each([0o777, 0o770, 0o702, 0o1777])(
    'one that others can write to (%o) is refused, used or not',
    (mode) => {
      expect(() => secureDataDir(folderWith(mode))).toThrow(UnsafeDataDir);
    },
  );

  test('a link is refused, and it says what to do', () => {
    const folder = scratch();
    fs.mkdirSync(path.join(folder, 'elsewhere'));
    fs.symlinkSync(path.join(folder, 'elsewhere'), path.join(folder, 'data'));
    expect(() => secureDataDir(path.join(folder, 'data'))).toThrow('GATEHOUSE_DATA_DIR');
    expect(fs.readdirSync(path.join(folder, 'elsewhere'))).toEqual([]);
  });

  test('a link to nothing is refused in the same words, and nothing is made behind it', () => {
    const folder = scratch();
    fs.symlinkSync(path.join(folder, 'nowhere'), path.join(folder, 'data'));
    expect(() => secureDataDir(path.join(folder, 'data'))).toThrow('is a link');
    expect(fs.existsSync(path.join(folder, 'nowhere'))).toBe(false);
  });

  test('a file in its place is refused in words', () => {
    const file = put(scratch(), 'data', 'I was here first');
    expect(() => secureDataDir(file)).toThrow(UnsafeDataDir);
    expect(fs.readFileSync(file, 'utf8')).toBe('I was here first');
  });

  test('a file where a folder above it should be is said in words', () => {
    const file = put(scratch(), 'file', 'I was here first');
    expect(() => secureDataDir(path.join(file, 'data'))).toThrow(
      /cannot be used .*ENOTDIR.*GATEHOUSE_DATA_DIR/,
    );
  });

  test('one that cannot be written is refused before anything is begun', () => {
    const folder = folderWith(0o700);
    const readOnly = vi.spyOn(fs, 'accessSync').mockImplementation(() => {
      throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
    });
    onTestFinished(() => readOnly.mockRestore());
    expect(() => secureDataDir(folder)).toThrow(/cannot be used .*read-only.*GATEHOUSE_DATA_DIR/);
    expect(readOnly).toHaveBeenCalledWith(folder, expect.any(Number));
  });

  test('one that belongs to another user is refused', () => {
    const folder = folderWith(0o700);
    const other = vi.spyOn(process, 'getuid').mockReturnValue(54_321);
    onTestFinished(() => other.mockRestore());
    expect(() => secureDataDir(folder)).toThrow('belongs to someone else');
  });

  test('a link further up is followed, and the real name is used from then on', () => {
    const folder = scratch();
    fs.mkdirSync(path.join(folder, 'real'));
    fs.symlinkSync(path.join(folder, 'real'), path.join(folder, 'link'));
    expect(secureDataDir(path.join(folder, 'link/data'))).toBe(path.join(folder, 'real/data'));
  });
});

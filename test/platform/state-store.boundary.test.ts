import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { StateFiles } from '../../src/main/platform/files/state-store.ts';
import { put, scratch } from '../fakes/scratch.ts';

function openStore(dataDir = scratch()) {
  const errors: string[] = [];
  const store = new StateFiles(dataDir, (text) => void errors.push(text));
  return { store, errors, dataDir, folder: path.join(dataDir, 'state') };
}

describe('what is kept across restarts', () => {
  test('is read back as it was saved, by whoever comes next', async () => {
    const { store, dataDir } = openStore();
    await store.save('rules', [{ a: 1, word: 'ä' }]);
    expect(await store.load('rules')).toEqual([{ a: 1, word: 'ä' }]);
    expect(await openStore(dataDir).store.load('rules')).toEqual([{ a: 1, word: 'ä' }]);
  });

  test('is nothing at first, and nothing is made by looking', async () => {
    const { store, errors, dataDir } = openStore();
    expect(await store.load('rules')).toBeNull();
    expect(errors).toEqual([]);
    expect(fs.readdirSync(dataDir)).toEqual([]);
  });

  test('C1 only the user can read, file and folder', async () => {
    const { store, folder } = openStore();
    await store.save('rules', []);
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
    expect(fs.statSync(path.join(folder, 'rules.json')).mode & 0o777).toBe(0o600);
    expect(fs.readdirSync(folder)).toEqual(['rules.json']);
  });

  test('each name has a file of its own', async () => {
    const { store, folder } = openStore();
    await Promise.all([store.save('rules', 1), store.save('edit-budgets', 2)]);
    expect([await store.load('rules'), await store.load('edit-budgets')]).toEqual([1, 2]);
    expect(fs.readdirSync(folder).toSorted()).toEqual(['edit-budgets.json', 'rules.json']);
  });

  test('is what was saved last, however many saves are under way', async () => {
    const { store, folder } = openStore();
    const saves = Array.from({ length: 50 }, (_, number) => store.save('rules', { number }));
    await Promise.all(saves);
    expect(await store.load('rules')).toEqual({ number: 49 });
    expect(fs.readdirSync(folder)).toEqual(['rules.json']);
  });

  test('is on disk once the store is closed', async () => {
    const { store, folder } = openStore();
    void store.save('rules', ['last']);
    await store.dispose();
    expect(fs.readFileSync(path.join(folder, 'rules.json'), 'utf8')).toBe('["last"]');
  });
});

describe('when the disk is failing', () => {
  test.each([
    ['half a file', '{"a":'],
    ['an empty file', ''],
    ['no JSON', 'hello'],
  ])('%s is nothing, and it is said', async (_what, text) => {
    const { store, errors, dataDir } = openStore();
    put(dataDir, 'state/rules.json', text);
    expect(await store.load('rules')).toBeNull();
    expect(errors).toEqual([expect.stringContaining('rules could not be read')]);
  });

  test.each([
    ['half a file', '[{"a":'],
    ['an empty file', ''],
    ['something else', '{"a":1}'],
  ])('%s is not taken for nothing where it must not get lost', async (_what, text) => {
    const { store, dataDir } = openStore();
    const rules = (stored: unknown): unknown[] => {
      if (Array.isArray(stored)) return stored;
      throw new Error('no rules');
    };
    expect(await store.loadOrFail('rules', rules)).toBeNull();
    const file = put(dataDir, 'state/rules.json', text);
    await expect(store.loadOrFail('rules', rules)).rejects.toThrow(
      `${file} cannot be read. Restore it, or move it away and create your rules again.`,
    );
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
    await store.save('rules', [1]);
    expect(await store.loadOrFail('rules', rules)).toEqual([1]);
  });

  test('a folder in place of the file is reported, and saving does not throw', async () => {
    const { store, errors, folder } = openStore();
    fs.mkdirSync(path.join(folder, 'rules.json', 'x'), { recursive: true });
    expect(await store.load('rules')).toBeNull();
    await store.save('rules', [1]);
    expect(errors).toEqual([
      expect.stringContaining('rules could not be read'),
      expect.stringContaining('rules could not be saved'),
    ]);
    expect(fs.readdirSync(folder)).toEqual(['rules.json']);
  });

  test('a file in place of the folder is reported, and saving works again when it is gone', async () => {
    const { store, errors, folder } = openStore();
    fs.writeFileSync(folder, '');
    await store.save('rules', [1]);
    expect(errors).toHaveLength(1);
    fs.rmSync(folder);
    await store.save('rules', [2]);
    expect(await store.load('rules')).toEqual([2]);
  });

  test('C1 a link planted in the place of the file is replaced, not followed', async () => {
    const { store, folder } = openStore();
    const outside = put(scratch(), 'outside.json', 'untouched');
    fs.mkdirSync(folder);
    fs.symlinkSync(outside, path.join(folder, 'rules.json'));
    await store.save('rules', [1]);
    expect(fs.readFileSync(outside, 'utf8')).toBe('untouched');
    expect(await store.load('rules')).toEqual([1]);
  });
});

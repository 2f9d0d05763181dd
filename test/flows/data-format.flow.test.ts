/** Data folders that earlier versions wrote (test/fixtures/data-folders), opened by this one. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataFormat, prepareDataFormat } from '../../src/main/platform/files/data-format.ts';
import { scratch } from '../fakes/scratch.ts';
import { TestApp } from '../fakes/test-app.ts';
import { verified } from '../platform/audit-fixture.ts';

const fixtures = path.resolve(import.meta.dirname, '../fixtures/data-folders');
const folders = fs
  .readdirSync(fixtures, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

function copyOf(name: string): string {
  const folder = path.join(scratch(), 'data');
  fs.cpSync(path.join(fixtures, name), folder, { recursive: true });
  // Git does not keep modes.
  for (const entry of fs.readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(folder, entry);
    fs.chmodSync(file, fs.statSync(file).isDirectory() ? 0o700 : 0o600);
  }
  fs.chmodSync(folder, 0o700);
  return folder;
}

const formatIn = (folder: string): unknown =>
  JSON.parse(fs.readFileSync(path.join(folder, 'format.json'), 'utf8'));
const backupsIn = (folder: string): readonly string[] => {
  const backups = path.join(folder, 'backups');
  return fs.existsSync(backups) ? fs.readdirSync(backups) : [];
};

const isFormat1 = (name: string): boolean =>
  !fs.existsSync(path.join(fixtures, name, 'format.json'));

describe.each(folders)('the data folder %s', (name) => {
  it('opens with its settings and keys, and its ledger goes on and is unbroken', async () => {
    const folder = copyOf(name);
    const ledger = fs.readFileSync(path.join(folder, 'audit/000001.jsonl'), 'utf8');
    const { app } = await TestApp.open(folder);
    expect(fs.readFileSync(path.join(folder, 'audit/000001.jsonl'), 'utf8')).toContain(ledger);
    expect(fs.readFileSync(path.join(folder, 'client-keys.json'), 'utf8')).toContain('walker');
    expect(fs.readFileSync(path.join(folder, 'settings.json'), 'utf8')).toContain('dark');
    expect(formatIn(folder)).toEqual({ format: dataFormat });
    await app.dispose();
    expect(verified(folder)).toContain('walker');
  });
});

describe.each(folders.filter(isFormat1))('the data folder %s, of format 1', (name) => {
  it('is converted once, after one copy of what was there', async () => {
    const folder = copyOf(name);
    const keys = fs.readFileSync(path.join(folder, 'client-keys.json'), 'utf8');
    const { app } = await TestApp.open(folder);
    const [backup = 'none', ...more] = backupsIn(folder);
    expect(more).toEqual([]);
    const copied = path.join(folder, 'backups', backup);
    expect(fs.readFileSync(path.join(copied, 'client-keys.json'), 'utf8')).toBe(keys);
    expect(fs.readFileSync(path.join(copied, 'settings.json'), 'utf8')).toContain('dark');
    expect(fs.existsSync(path.join(copied, 'install.key'))).toBe(true);
    expect(fs.statSync(copied).mode & 0o077).toBe(0);
    await app.dispose();
    await TestApp.open(folder);
    expect(backupsIn(folder)).toEqual([backup]);
  });
});

describe.each(folders.filter((name) => !isFormat1(name)))(
  'the data folder %s, of today’s format',
  (name) => {
    it('is opened without a copy', async () => {
      const folder = copyOf(name);
      await TestApp.open(folder);
      expect(backupsIn(folder)).toEqual([]);
    });
  },
);

describe('the format of a data folder', () => {
  const now = (): number => 0;

  it('is written into a new folder, without a backup', async () => {
    const folder = scratch();
    expect(await prepareDataFormat(folder, now)).toBeNull();
    expect(formatIn(folder)).toEqual({ format: dataFormat });
    expect(backupsIn(folder)).toEqual([]);
  });

  it.each(['client-keys.json', 'install.key', 'install.key.sealed', 'management.token'])(
    'is 1 where there is only %s, which is copied',
    async (name) => {
      const folder = scratch();
      fs.writeFileSync(path.join(folder, name), '[]', { mode: 0o600 });
      const change = await prepareDataFormat(folder, now);
      expect(change).toMatchObject({ from: 1, to: dataFormat });
      expect(fs.readdirSync(change?.backup ?? '')).toContain(name);
    },
  );

  it.each(folders)('that is newer is refused and nothing is changed: %s', async (name) => {
    const folder = copyOf(name);
    fs.writeFileSync(path.join(folder, 'format.json'), `{"format":${dataFormat + 1}}`);
    const before = fs.readdirSync(folder, { recursive: true });
    await expect(TestApp.open(folder)).rejects.toThrow(
      /newer version of Gatehouse .* Install the newer version again/,
    );
    expect(fs.readdirSync(folder, { recursive: true })).toEqual(before);
  });

  it.each(['', '{}', '{"format":0}', '{"format":"2"}'])('%j is not guessed', async (text) => {
    const folder = scratch();
    fs.writeFileSync(path.join(folder, 'format.json'), text);
    await expect(prepareDataFormat(folder, now)).rejects.toThrow(/cannot be read/);
  });

  it('an interrupted copy is made again', async () => {
    const folder = copyOf(folders[0] ?? '');
    fs.mkdirSync(path.join(folder, 'backups/format-1-x.unfinished'), { recursive: true });
    expect(await prepareDataFormat(folder, now)).toMatchObject({ from: 1, to: dataFormat });
  });
});

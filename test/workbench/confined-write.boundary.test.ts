import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { folderCalls } from '../../src/workbench/confined/system-folder-calls.ts';
import { isError } from '../../src/workbench/confined/errors.ts';
import { versionOf } from '../../src/workbench/confined/version.ts';
import { createConfinedFile, replaceConfinedFile } from '../../src/workbench/confined/write.ts';
import { put } from '../fakes/scratch.ts';
import {
  confinedWorld,
  expectOutsideUntouched,
  openDescriptors,
  type ConfinedWorld,
} from './confined-world.ts';

let here: ConfinedWorld;
beforeEach(() => {
  here = confinedWorld();
});

const create = (name: string, text = 'new', makeFolders = false) =>
  createConfinedFile(here.at(name), here.roots, text, { makeFolders });
const replace = (name: string, text = 'new', options = {}) =>
  replaceConfinedFile(here.at(name), here.roots, text, options);
const read = (name: string): string => fs.readFileSync(here.at(name), 'utf8');
const stat = (name: string) => fs.statSync(here.at(name), { bigint: true });
const leftovers = (): readonly string[] =>
  fs
    .readdirSync(here.app, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.tmp'));

const failingOnce = (name: 'write' | 'rename', code: string): void => {
  const fail = (): never => {
    throw Object.assign(new Error(code), { code });
  };
  const spy =
    name === 'write'
      ? vi.spyOn(fs, 'writeSync').mockImplementationOnce(fail)
      : vi.spyOn(folderCalls(), 'rename').mockImplementationOnce(fail);
  onTestFinished(() => spy.mockRestore());
};

describe('creating', () => {
  test('creates a file and returns its version', async () => {
    const version = await create('new.txt', 'ü');
    expect(version).toEqual(versionOf(stat('new.txt')));
    expect(read('new.txt')).toBe('ü');
  });

  test('creates missing folders only on request', async () => {
    expect(await create('x/y/new.txt')).toMatchObject({ code: 'not-found' });
    expect(isError(await create('x/y/new.txt', 'new', true))).toBe(false);
    expect(read('x/y/new.txt')).toBe('new');
  });

  test('replaces nothing', async () => {
    expect(await create('a.txt')).toMatchObject({ code: 'already-there' });
    expect(read('a.txt')).toBe('inside');
  });

  test('D2 D4 makes nothing through a link', async () => {
    for (const name of ['dangling', 'file', 'folder'])
      expect(await create(name), `at ${name}`).toMatchObject({ code: 'already-there' });
    for (const name of ['folder/new', 'folder/x', 'within/new', 'dangling/new'])
      expect(await create(name, 'new', true), `at ${name}`).toMatchObject({
        code: 'outside-roots',
      });
    expectOutsideUntouched(here);
  });

  test.each(['a\nb', 'a\\b', '%2e%2e', '\u202Ex', 'x/a\nb/c', 'a\nb/c'])(
    'D1 makes no name like %j',
    async (name) => {
      expect(await create(name, 'new', true)).toMatchObject({ code: 'bad-path' });
    },
  );

  test('D13 keeps the name to the letter', async () => {
    await create('cafe\u0301');
    await create('caf\u00E9');
    const made = fs.readdirSync(here.app).filter((name) => name.startsWith('caf'));
    expect(made.toSorted()).toEqual(['cafe\u0301', 'caf\u00E9'].toSorted());
  });

  test('leaves no half file when the disk is full', async () => {
    failingOnce('write', 'ENOSPC');
    expect(await create('new.txt')).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('ENOSPC'),
    });
    expect(fs.existsSync(here.at('new.txt'))).toBe(false);
  });

  test('writes on where the disk took only a part', async () => {
    const write = fs.writeSync;
    const spy = vi
      .spyOn(fs, 'writeSync')
      .mockImplementation((fd: number, bytes: unknown, at: unknown) =>
        write(
          fd,
          bytes as Buffer,
          at as number,
          Math.min(2, (bytes as Buffer).length - (at as number)),
        ),
      );
    onTestFinished(() => spy.mockRestore());
    await create('new.txt', 'abcdefg');
    expect(read('new.txt')).toBe('abcdefg');
  });
});

describe('replacing', () => {
  test('puts a new file in the place of the old, with its rights', async () => {
    fs.chmodSync(here.at('a.txt'), 0o751);
    const before = stat('a.txt');
    const version = await replace('a.txt');
    expect(read('a.txt')).toBe('new');
    expect(version).toEqual(versionOf(stat('a.txt')));
    expect(stat('a.txt').mode).toBe(before.mode);
    expect(stat('a.txt').ino).not.toBe(before.ino);
    expect(leftovers()).toEqual([]);
  });

  test('a reader that has the old file open reads it to its end', async () => {
    const fd = fs.openSync(here.at('a.txt'), 'r');
    await replace('a.txt');
    expect(fs.readFileSync(fd, 'utf8')).toBe('inside');
    fs.closeSync(fd);
  });

  test.runIf(process.getuid?.() === 0)('keeps the owner', async () => {
    fs.chownSync(here.at('a.txt'), 1234, 4321);
    await replace('a.txt');
    expect(stat('a.txt')).toMatchObject({ uid: 1234n, gid: 4321n });
  });

  test('until the new file has the rights of the old one, nobody else may look into it', async () => {
    fs.chmodSync(here.at('a.txt'), 0o644);
    const before: number[] = [];
    const give = fs.fchmodSync;
    const spy = vi.spyOn(fs, 'fchmodSync').mockImplementationOnce((fd, mode) => {
      before.push(fs.fstatSync(fd).mode & 0o777);
      give(fd, mode);
    });
    onTestFinished(() => spy.mockRestore());
    await replace('a.txt');
    expect(before).toEqual([0o600]);
    expect(stat('a.txt').mode & 0o777n).toBe(0o644n);
  });

  test('is not done when the file is another than the one that was seen', async () => {
    const expected = versionOf(stat('a.txt'));
    put(here.app, 'a.txt', 'meanwhile');
    expect(await replace('a.txt', 'new', { expected })).toMatchObject({ code: 'stale' });
    expect(read('a.txt')).toBe('meanwhile');
    const now = versionOf(stat('a.txt'));
    expect(isError(await replace('a.txt', 'new', { expected: now }))).toBe(false);
  });

  test('is not done when it changes while the new file is written', async () => {
    const write = fs.writeSync;
    const spy = vi.spyOn(fs, 'writeSync').mockImplementationOnce((fd: number, bytes: unknown) => {
      fs.appendFileSync(here.at('a.txt'), '!');
      return write(fd, bytes as Buffer);
    });
    onTestFinished(() => spy.mockRestore());
    expect(await replace('a.txt')).toMatchObject({ code: 'stale' });
    expect(read('a.txt')).toBe('inside!');
    expect(leftovers()).toEqual([]);
  });

  test('D7 a second name is neither reached nor cut off unless the user knows', async () => {
    fs.linkSync(here.outside('x'), here.at('hard'));
    expect(await replace('hard')).toMatchObject({ code: 'hard-link' });
    expect(read('hard')).toBe('secret');
    expect(isError(await replace('hard', 'new', { mayBreakHardLink: true }))).toBe(false);
    expect(read('hard')).toBe('new');
    expectOutsideUntouched(here);
  });

  test('D4 replaces nothing through a link', async () => {
    for (const name of ['file', 'folder/x', 'within/b.txt', 'dangling', 'folder'])
      expect(await replace(name), `at ${name}`).toMatchObject({ code: 'outside-roots' });
    expect(await replace('sub')).toMatchObject({ code: 'not-a-file' });
    expect(await replace('no')).toMatchObject({ code: 'not-found' });
    expectOutsideUntouched(here);
  });

  test.each(['write', 'rename'] as const)('leaves the old file when %s fails', async (call) => {
    failingOnce(call, 'EIO');
    expect(await replace('a.txt')).toMatchObject({ kind: 'failed' });
    expect(read('a.txt')).toBe('inside');
    expect(leftovers()).toEqual([]);
  });

  test('a file that may not be written stays as it is', () => {
    fs.chmodSync(here.app, 0o777);
    fs.chmodSync(here.at('a.txt'), 0o444);
    fs.chmodSync(here.world, 0o755);
    const script = `import { replaceConfinedFile } from '${import.meta.dirname}/../../src/workbench/confined/write.ts';
      if (process.getuid() === 0) process.setuid(65534);
      const told = await replaceConfinedFile(${JSON.stringify(here.at('a.txt'))}, ${JSON.stringify(here.roots)}, 'new');
      console.log(told.message);`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    expect(stdout + stderr).toContain('may not be written');
    expect(read('a.txt')).toBe('inside');
  });
});

test('no descriptor stays open, whatever the end', async () => {
  await create('warm');
  const before = openDescriptors();
  for (const name of ['n1', 'a.txt', 'folder/x', 'no/x', 'a\nb', 'dangling', 'x/y', '..'])
    for (const makeFolders of [false, true]) await create(name, 'x', makeFolders);
  for (const name of ['a.txt', 'file', 'folder/x', 'no', 'sub', '..']) await replace(name);
  expect(openDescriptors()).toBe(before);
});
